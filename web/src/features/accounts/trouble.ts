/** What went wrong at the server, in words. */
import { dateText } from '../../messages/dates';
import { waitText } from '../../messages/wait';
import type { Failure, Refused } from '../../api/ask';
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
      if (trouble.ban) return banWords(trouble.ban);
      return refusal(trouble.reason) ?? refusal(trouble.code) ?? say('trouble.refused', { code: trouble.reason || trouble.code });
  }
}

function banWords({ until_ms, why }: NonNullable<Refused['ban']>): string {
  const until = until_ms === null ? say('banned.open') : say('banned.until', { when: moment(until_ms) });
  return [until, say('banned.play'), ...(why === '' ? [] : [say('banned.why', { why })])].join(' ');
}

function moment(ms: number): string {
  return dateText(ms, { dateStyle: 'medium', timeStyle: 'short' });
}
