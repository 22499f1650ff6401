import type { Want } from '../../api/types';
import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say, sayIfKnown, refusal } = featureWords({ fr, en });

/** The time limit of a vote: in seconds, or in hours in a correspondence game. */
export function withinWords(seconds: number): string {
  return seconds < 3600 ? say('within.s', { n: seconds }) : say('within.h', { n: seconds / 3600 });
}

/** A proposal of a member as text. */
export function wantWords(want: Want): string {
  if (want.act === 'move') return want.move;
  const kind = want.act === 'ask' ? want.for.kind : want.act;
  return sayIfKnown(`team.want.${kind}`) ?? kind;
}
