/** The words of the course's pages. What the lessons themselves say lies in `course/`. */
import { featureWords, language } from '../../messages/messages.svelte';
import type { Text } from './lesson';
import english from './words.en.json';
import french from './words.fr.json';

export type WordKey = keyof typeof english;

export const { say, sayIfKnown } = featureWords<WordKey>({ fr: french, en: english });

/** A sentence of a lesson in the language of the page. */
export function said(text: Text): string {
  return text[language()];
}
