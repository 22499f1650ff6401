/** The words of the list of finished games. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type PlayedKey = keyof typeof english;

export const { say } = featureWords<PlayedKey>({ fr: french, en: english });
