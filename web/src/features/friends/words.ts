/** The words of friends and of notices. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type FriendKey = keyof typeof english;

export const { say, refusal } = featureWords<FriendKey>({ fr: french, en: english });
