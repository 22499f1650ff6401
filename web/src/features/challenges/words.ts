/** The words of challenges: the lobby, invitations, clocks and terms. */
import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say, sayCount } = featureWords({ fr, en });
