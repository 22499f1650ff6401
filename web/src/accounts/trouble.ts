/** What went wrong at the server, in words. */
import { language } from '../messages/messages.svelte';
import type { AccountTrouble } from './api';
import { say, sayCode } from './words';

export function troubleWords(trouble: AccountTrouble): string {
  switch (trouble.kind) {
    case 'unreachable':
      return say('trouble.unreachable');
    case 'wait':
      return say('trouble.wait', { n: Math.ceil(trouble.seconds / 60) });
    case 'banned':
      return [
        trouble.until_ms === null ? say('banned.open') : say('banned.until', { when: moment(trouble.until_ms) }),
        say('banned.play'),
        trouble.why === '' ? '' : say('banned.why', { why: trouble.why }),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    case 'refused':
      return sayCode(trouble.reason) ?? sayCode(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}

function moment(ms: number): string {
  return new Date(ms).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}
