/** The words of simuls. */
import { featureWords } from '../../messages/messages.svelte';
import { waitText } from '../../messages/wait';
import type { SimulTrouble } from './visit.svelte';
import english from './words.en.json';
import french from './words.fr.json';

export type SimulKey = keyof typeof english;

export const { say, refusal } = featureWords<SimulKey>({ fr: french, en: english });

/** What went wrong, in words. */
export function troubleWords(trouble: SimulTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say(trouble.full ? 'refused.journal-full' : 'trouble.unreachable');
    case 'busy':
      return say(trouble.computer ? 'trouble.computer' : 'trouble.busy', { wait: waitText(trouble.retry_ms / 1_000) });
    case 'refused':
      return refusal(trouble.code) ?? say('trouble.refused', { code: trouble.code });
  }
}
