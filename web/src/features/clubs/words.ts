/** The words of clubs. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ClubKey = keyof typeof english;

export const { say, refusal } = featureWords<ClubKey>({ fr: french, en: english });
