import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export type WordKey = keyof typeof en;

export const { say, sayCount } = featureWords({ fr, en });
