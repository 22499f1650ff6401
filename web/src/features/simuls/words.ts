/** The words of the pages of simultaneous displays in both languages, fetched with them only. */
import { wordsOf } from '../../messages/messages.svelte';
import { waitText } from '../../messages/wait';
import type { SimulTrouble } from './visit.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type SimulKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<SimulKey>({ fr: french, en: english });

/** What went wrong, in words. */
export function troubleWords(trouble: SimulTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say(trouble.full ? 'refused.journal-full' : 'trouble.unreachable');
    case 'busy':
      return say(trouble.computer ? 'trouble.computer' : 'trouble.busy', { wait: waitText(trouble.retry_ms / 1_000) });
    case 'refused': {
      const key = `refused.${trouble.code}`;
      return key in english ? say(key as SimulKey) : say('trouble.refused', { code: trouble.code });
    }
  }
}
