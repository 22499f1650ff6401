/**
 * Whether an answer of the server allows deleting a secret that was stored before the request. A request may have been carried out although its answer was
 * lost, and then only this secret finds the seat. So it is deleted only after a refusal on the merits.
 */
import type { Answer } from '../../api/ask';
import { isUnreadable } from './unreadable';

/**
 * Whether the request was not carried out and will not be. A server that is unreachable, busy or full leaves it open, also with a retry time: a proxy may send
 * one for a request that was stored. An unreadable game exists.
 */
export function isFinal(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && !isUnreadable(answer);
}
