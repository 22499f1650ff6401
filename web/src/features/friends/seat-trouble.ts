/** What a server answers about a seat, as it is said among friends: they speak of accounts. */
import type { AccountTrouble } from '../accounts/api';
import type { LiveAnswer } from '../live/api';

export function seatTrouble(answer: Exclude<LiveAnswer<unknown>, { kind: 'ok' }>): AccountTrouble {
  switch (answer.kind) {
    case 'unreachable':
      return answer;
    case 'busy':
      return { kind: 'wait', seconds: Math.ceil(answer.retry_ms / 1000) };
    case 'refused':
      return { kind: 'refused', code: answer.code, reason: '' };
  }
}
