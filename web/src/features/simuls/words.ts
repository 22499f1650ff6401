import { featureWords } from '../../messages/messages.svelte';
import { waitText } from '../../messages/wait';
import { type Failure, reasonOf } from '../../api/ask';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say, refusal } = featureWords({ fr, en });

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
