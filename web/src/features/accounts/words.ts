/** The words of the account room in both languages, fetched with it only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type AccountKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<AccountKey>({ fr: french, en: english });

/** The words for a code of the server, if there are any. */
export function sayCode(code: string): string | null {
  const key = `refused.${code}`;
  return key in english ? say(key as AccountKey) : null;
}
