/** What went wrong at the server, in words. */
import type { AccountTrouble } from './api';
import { say, sayCode } from './words';

export function troubleWords(trouble: AccountTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say('trouble.unreachable');
    case 'wait':
      return say('trouble.wait', { n: Math.ceil(trouble.seconds / 60) });
    case 'refused':
      return sayCode(trouble.reason) ?? sayCode(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}
