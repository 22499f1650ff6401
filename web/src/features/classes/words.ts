/** The words of classes. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ClassKey = keyof typeof english;

export const { say, refusal } = featureWords<ClassKey>({ fr: french, en: english });
