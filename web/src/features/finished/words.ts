/** The words of the list of games that were played, in both languages, fetched with it only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type PlayedKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<PlayedKey>({ fr: french, en: english });
