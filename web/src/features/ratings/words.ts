/** The texts of a player's page. */
import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say } = featureWords({ fr, en });
