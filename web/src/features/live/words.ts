/** The words of live play in both languages, fetched with its screens only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type LiveKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<LiveKey>({ fr: french, en: english });

/** The same, where a code may have no words. */
export function sayIfKnown(key: string): string | null {
  return key in english ? say(key as LiveKey) : null;
}
