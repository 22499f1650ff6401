/** What went wrong with a club, in words. */
import type { Failure } from '../../api/ask';
import { troubleWords as accountTroubleWords } from '../accounts/trouble';
import { waitText } from '../../messages/wait';
import { say, refusal } from './words';

export function troubleWords(trouble: Failure): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say('trouble.unreachable');
    case 'busy':
      return say('trouble.wait', { wait: waitText(trouble.retry_ms / 1_000) });
    case 'full':
      return refusal(trouble.code) ?? say('refused.journal-full');
    case 'refused':
      return trouble.ban ? accountTroubleWords(trouble) : refusal(trouble.reason) ?? refusal(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}
