import { featureWords } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export type ClassKey = keyof typeof en;

export const { say, refusal } = featureWords({ fr, en });
