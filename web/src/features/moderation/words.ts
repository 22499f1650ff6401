import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say, sayCount, sayIfKnown, refusal } = featureWords({ fr, en });
