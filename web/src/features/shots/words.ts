/** The words of the lexicon of shots in both languages, fetched with its page only. */
import { wordsOf } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ShotsKey = keyof typeof english;

/** A word in the language of the page, with `{name}` replaced by values. */
export const say = wordsOf<ShotsKey>({ fr: french, en: english });
