/**
 * Who of two people sits where: their names, and the lot that gives one of them White. Called by the choices of a new
 * game; the only dice of the page besides the computer's colour.
 */
import { t } from '../messages/messages.svelte';

/** Two people, and which of them has White; null before the lot is drawn. */
export interface Seats {
  names: readonly [string, string];
  white: 0 | 1 | null;
}

export const UNSEATED: Seats = { names: ['', ''], white: null };

/** Draws the lot. What has been drawn stands. */
export function drawn(seats: Seats): Seats {
  if (seats.white !== null) return seats;
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  return { ...seats, white: chance % 2 === 0 ? 0 : 1 };
}

/** What the two are called, White first; the first of them has White until a lot is drawn. */
export function seated({ names, white }: Seats): [string, string] {
  const called = [names[0].trim() || t('lot.first'), names[1].trim() || t('lot.second')] as const;
  return white === 1 ? [called[1], called[0]] : [...called];
}
