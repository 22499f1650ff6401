/** What went wrong between friends, in words. */
import type { AccountTrouble } from '../accounts/api';
import { troubleWords as accountTroubleWords } from '../accounts/trouble';
import { waitText } from '../../messages/wait';
import { say, refusal } from './words';

export function troubleWords(trouble: AccountTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say(trouble.full ? 'refused.journal-full' : 'trouble.unreachable');
    case 'wait':
      return say(trouble.seconds > 3_600 ? 'trouble.day' : 'trouble.wait', { wait: waitText(trouble.seconds) });
    case 'banned':
      return accountTroubleWords(trouble);
    case 'refused':
      return refusal(trouble.reason) ?? refusal(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}
