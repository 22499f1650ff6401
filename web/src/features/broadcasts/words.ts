/** The words of broadcasts in both languages, fetched with these screens only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type HallKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<HallKey>({ fr: french, en: english });

/** What a refusal of the server means; null where its code has no words of this room. */
export function refusal(code: string): string | null {
  const key = `refused.${code}`;
  return key in english ? say(key as HallKey) : null;
}
