/**
 * Games of which the server has something that it cannot read, as those that a newer program has begun: it says so, and will say so again. So a page that asks
 * by itself, as a list does, asks no more for such a seat until it is loaded anew; whoever opens the game asks. The seat is kept, since a newer server may read it.
 */

/** The code by which the server says so, over HTTP and at the board. */
export const UNREADABLE = 'game-unreadable';

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
