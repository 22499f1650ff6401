/**
 * What an answer of the server means for a secret that was kept before it was asked. A request may have been carried out although its answer was lost, and
 * then this secret alone leads to the seat. So it is forgotten only where the server has looked at what was wanted, and said no.
 */
import type { Answer } from '../../api/ask';
import { isUnreadable } from './unreadable';

/**
 * Whether what was asked for has not happened and will not. A server that is away, busy or full leaves it open,
 * also where it says when to come back: a proxy may say so of a request that was stored. A game that cannot be read is there.
 */
export function isFinal(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && !isUnreadable(answer);
}
