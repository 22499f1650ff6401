/** The words of gatherings and teams in both languages, fetched with these screens only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type GatherKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<GatherKey>({ fr: french, en: english });

/** The same, where a code may have no words. */
export function sayIfKnown(key: string): string | null {
  return key in english ? say(key as GatherKey) : null;
}

/** How long a vote takes: in seconds at the board, in hours in a game of days. */
export function withinWords(seconds: number): string {
  return seconds < 3600 ? say('within.s', { n: seconds }) : say('within.h', { n: seconds / 3600 });
}
