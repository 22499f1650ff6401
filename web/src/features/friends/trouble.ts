/** Why a request about a friend failed, in words. */
import type { Failure } from '../../api/ask';
import { troubleIn } from '../accounts/trouble';
import { waitText } from '../../messages/wait';
import { say, refusal } from './words';

export function troubleWords(trouble: Failure): string {
  if (trouble.kind === 'busy' && trouble.retry_ms > 3_600_000) return say('trouble.day', { wait: waitText(trouble.retry_ms / 1_000) });
  return troubleIn({ say, refusal }, trouble);
}
