/** The words of broadcasts. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type BroadcastKey = keyof typeof english;

export const { say, refusal } = featureWords<BroadcastKey>({ fr: french, en: english });
