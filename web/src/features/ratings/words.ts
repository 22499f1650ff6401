/** The words of a player's page. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type RatingKey = keyof typeof english;

export const { say } = featureWords<RatingKey>({ fr: french, en: english });
