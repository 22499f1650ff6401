/** The words of the print studio. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type PrintKey = keyof typeof english;

export const { say } = featureWords<PrintKey>({ fr: french, en: english });
