/** The words of the projector. */
import { featureWords } from '../../messages/messages.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type ProjectorKey = keyof typeof english;

export const { say } = featureWords<ProjectorKey>({ fr: french, en: english });
