/**
 * Which of two people has White: their names, and the drawing of lots. Called by the choices of a new game; the only
 * chance on the page besides the computer's colour.
 */
import { t } from '../messages/messages.svelte';

/** Two people, and which of them has White; null before the lot is drawn. */
export interface Pairing {
  names: readonly [string, string];
  white: 0 | 1 | null;
}

export const UNDRAWN: Pairing = { names: ['', ''], white: null };

/** Draws the lot. What has been drawn stands. */
export function drawLot(pairing: Pairing): Pairing {
  if (pairing.white !== null) return pairing;
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  return { ...pairing, white: chance % 2 === 0 ? 0 : 1 };
}

/** What the two are called, White first; the first of them has White until a lot is drawn. */
export function namesByColour({ names, white }: Pairing): [string, string] {
  const called = [names[0].trim() || t('lot.first'), names[1].trim() || t('lot.second')] as const;
  return white === 1 ? [called[1], called[0]] : [...called];
}
