/**
 * Games that the server cannot read, such as those begun by a newer version: its answer will not change. So lists do not request such a seat again until a
 * reload; opening the game does. The seat is kept, since a newer server may read it. A board retries seldom: while the nodes of a cluster are replaced one by
 * one, the next connection may reach a newer one.
 */

import { UNREADABLE } from '../../api/ask';

/** The average delay before a board reconnects. */
const AGAIN_MS = 60_000;

/** A random delay (`random` is 0 to 1), so that the boards of a server do not all reconnect at one moment. */
export function unreadableWait(random: number): number {
  return AGAIN_MS * (0.75 + random / 2);
}

const known = new Set<string>();

/** Whether an answer reports an unreadable game. */
export function isUnreadable(answer: { kind: string; code?: string }): boolean {
  return answer.kind === 'refused' && answer.code === UNREADABLE;
}

/** Records the server's answer for a seat. Returns whether its game is unreadable. */
export function noteUnreadable(secret: string, answer: { kind: string; code?: string }): boolean {
  if (isUnreadable(answer)) known.add(secret);
  return isUnreadable(answer);
}

/** Whether the game of this seat is known to be unreadable. */
export function isKnownUnreadable(secret: string): boolean {
  return known.has(secret);
}
