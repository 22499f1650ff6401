/** The words of the print studio, the projector and the pages of shots in both languages, fetched with these screens only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ClassKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<ClassKey>({ fr: french, en: english });
