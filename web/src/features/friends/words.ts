/** The words about friends and about what calls somebody, in both languages, fetched with these screens only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type FriendKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<FriendKey>({ fr: french, en: english });

/** The words for a code of the server, if there are any. */
export function sayCode(code: string): string | null {
  const key = `refused.${code}`;
  return key in english ? say(key as FriendKey) : null;
}
