/** The words of live games. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type LiveKey = keyof typeof english;

export const { say, sayIfKnown } = featureWords<LiveKey>({ fr: french, en: english });
