/**
 * Games of which the server has something that it cannot read, as those that a newer program has begun: it says so, and will say so again. So a page that asks
 * by itself, as a list does, does not request such a seat again until it is reloaded; opening the game does. The seat is kept, since a newer server may read it.
 * Who sits at the game asks again, seldom: while the servers of a cluster are replaced one by one, the next connection may lead to a newer one.
 */

import { UNREADABLE } from '../../api/ask';

/** So long a board waits on average before it connects anew. */
const AGAIN_MS = 60_000;

/** How long a board waits now, by lot (`random` is 0 to 1), so that all boards of a server do not come at one moment. */
export function unreadableWait(random: number): number {
  return AGAIN_MS * (0.75 + random / 2);
}

const known = new Set<string>();

/** Whether an answer says so. */
export function isUnreadable(answer: { kind: string; code?: string }): boolean {
  return answer.kind === 'refused' && answer.code === UNREADABLE;
}

/** Notes what the server has answered for a seat. Returns whether its game cannot be read. */
export function noteUnreadable(secret: string, answer: { kind: string; code?: string }): boolean {
  if (isUnreadable(answer)) known.add(secret);
  return isUnreadable(answer);
}

/** Whether the server has said so of the game of this seat. */
export function isKnownUnreadable(secret: string): boolean {
  return known.has(secret);
}
