/** The words of accounts. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type AccountKey = keyof typeof english;

export const { say, refusal } = featureWords<AccountKey>({ fr: french, en: english });
