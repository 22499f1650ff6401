/** The words of the progress that an account keeps. */
import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say } = featureWords({ fr, en });
