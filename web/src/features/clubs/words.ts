/** The words of the pages of clubs in both languages, fetched with them only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ClubKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<ClubKey>({ fr: french, en: english });

/** The words for a code of the server, if there are any. */
export function sayCode(code: string): string | null {
  const key = `refused.${code}`;
  return key in english ? say(key as ClubKey) : null;
}
