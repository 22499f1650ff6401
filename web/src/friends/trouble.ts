/** What went wrong between friends, in words. */
import type { AccountTrouble } from '../accounts/api';
import { troubleWords as accountTroubleWords } from '../accounts/trouble';
import { say, sayCode } from './words';

export function troubleWords(trouble: AccountTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say('trouble.unreachable');
    case 'wait':
      return trouble.seconds > 3_600 ? say('trouble.tomorrow') : say('trouble.wait', { n: Math.max(1, Math.ceil(trouble.seconds / 60)) });
    case 'banned':
      return accountTroubleWords(trouble);
    case 'refused':
      return sayCode(trouble.reason) ?? sayCode(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}
