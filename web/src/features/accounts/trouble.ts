/** What went wrong at the server, in words. */
import { dateText } from '../../messages/dates';
import { waitText } from '../../messages/wait';
import type { AccountTrouble } from './api';
import { say, refusal } from './words';

export function troubleWords(trouble: AccountTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say(trouble.full ? 'refused.journal-full' : 'trouble.unreachable');
    case 'wait':
      return say('trouble.wait', { wait: waitText(trouble.seconds) });
    case 'banned':
      return [
        trouble.until_ms === null ? say('banned.open') : say('banned.until', { when: moment(trouble.until_ms) }),
        say('banned.play'),
        trouble.why === '' ? '' : say('banned.why', { why: trouble.why }),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    case 'refused':
      return refusal(trouble.reason) ?? refusal(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}

function moment(ms: number): string {
  return dateText(ms, { dateStyle: 'medium', timeStyle: 'short' });
}
