/** The words of the lexicon of shots. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ShotsKey = keyof typeof english;

export const { say } = featureWords<ShotsKey>({ fr: french, en: english });
