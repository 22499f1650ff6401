/** The words of the course's screens in both languages, fetched with them only. What the lessons themselves say lies in `course/`. */
import { language, wordsOf } from '../../messages/messages.svelte';
import type { Text } from './lesson';
import english from './words.en.json';
import french from './words.fr.json';

export type WordKey = keyof typeof english;

/** Whether there is a word of this name. */
export const isWord = (key: string): key is WordKey => Object.hasOwn(english, key);

/** A word of the course in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<WordKey>({ fr: french, en: english });

/** A sentence of a lesson in the language of the page. */
export function said(text: Text): string {
  return text[language()];
}
