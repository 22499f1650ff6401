/** Why a request about an account failed, in words. */
import { dateText } from '../../messages/dates';
import { waitText } from '../../messages/wait';
import type { Failure, Refused } from '../../api/ask';
import { say, refusal } from './words';

interface TroubleWords {
  say: (key: 'trouble.unreachable' | 'trouble.wait' | 'trouble.refused' | 'refused.journal-full', values?: Record<string, string>) => string;
  refusal: (code: string) => string | null;
}

export function troubleIn({ say: sayThere, refusal: refusalThere }: TroubleWords, trouble: Failure): string {
  switch (trouble.kind) {
    case 'unreachable':
      return sayThere('trouble.unreachable');
    case 'busy':
      return sayThere('trouble.wait', { wait: waitText(trouble.retry_ms / 1_000) });
    case 'full':
      return refusalThere(trouble.code) ?? sayThere('refused.journal-full');
    case 'refused':
      if (trouble.ban) return banWords(trouble.ban);
      return refusalThere(trouble.reason) ?? refusalThere(trouble.code) ?? sayThere('trouble.refused', { code: trouble.reason || trouble.code });
  }
}

export const troubleWords = (trouble: Failure): string => troubleIn({ say, refusal }, trouble);

function banWords({ until_ms, why }: NonNullable<Refused['ban']>): string {
  const until = until_ms === null ? say('banned.open') : say('banned.until', { when: moment(until_ms) });
  return [until, say('banned.play'), ...(why === '' ? [] : [say('banned.why', { why })])].join(' ');
}

function moment(ms: number): string {
  return dateText(ms, { dateStyle: 'medium', timeStyle: 'short' });
}
