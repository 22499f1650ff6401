/**
 * The colours of two people: their names, and the random draw. `starting.ts` draws the colour in a
 * game against the engine.
 */
import { t } from '../messages/messages.svelte';

/** Two people, and which of them has White; null before the draw. */
export interface Pairing {
  names: readonly [string, string];
  white: 0 | 1 | null;
}

export const UNDRAWN: Pairing = { names: ['', ''], white: null };

/** Draws the colours. A draw that was made is not repeated. */
export function drawColours(pairing: Pairing): Pairing {
  if (pairing.white !== null) return pairing;
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  return { ...pairing, white: chance % 2 === 0 ? 0 : 1 };
}

/** The names of the two, White first. Before the draw, the first one counts as White. */
export function namesByColour({ names, white }: Pairing): [string, string] {
  const called = [names[0].trim() || t('lot.first'), names[1].trim() || t('lot.second')] as const;
  return white === 1 ? [called[1], called[0]] : [...called];
}
