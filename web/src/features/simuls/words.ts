/** The words of simuls. */
import { featureWords } from '../../messages/messages.svelte';
import { waitText } from '../../messages/wait';
import { type Failure, reasonOf } from '../../api/ask';
import english from './words.en.json';
import french from './words.fr.json';

export type SimulKey = keyof typeof english;

export const { say, refusal } = featureWords<SimulKey>({ fr: french, en: english });

export function troubleWords(trouble: Failure): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say('trouble.unreachable');
    case 'busy':
      return say(trouble.code === 'computer-busy' ? 'trouble.computer' : 'trouble.busy', { wait: waitText(trouble.retry_ms / 1_000) });
    case 'full':
      return say('refused.journal-full');
    case 'refused':
      return refusal(reasonOf(trouble)) ?? say('trouble.refused', { code: reasonOf(trouble) });
  }
}
