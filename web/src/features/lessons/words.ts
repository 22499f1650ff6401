/** The texts of the course's pages. Those of the lessons are in `course/`. */
import { featureWords, language } from '../../messages/messages.svelte';
import type { Text } from './lesson';
import en from './words.en.json';
import fr from './words.fr.json';

export type WordKey = keyof typeof en;

export const { say, sayIfKnown } = featureWords({ fr, en });

/** A sentence of a lesson in the language of the page. */
export function said(text: Text): string {
  return text[language()];
}
