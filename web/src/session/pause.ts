/** The engine's pause before its move is displayed, in milliseconds. */
import type { GameSession } from './session.svelte';

/** The previous move must stay visible for a moment. */
export const LEAST = 450;
const MAX_MS = 2_600;
/** A forced move needs no long pause. */
const FORCED = 350;

/**
 * A pause like a person's: short if there is only one move, longer if there are many, shorter in
 * the opening. With a clock, or without `human`, the shortest one. `random` is a random number from 0
 * to 1.
 */
export function pauseBefore(session: Pick<GameSession, 'live' | 'clock'>, human: boolean, random: number): number {
  const { moves, ply } = session.live;
  if (!human || session.clock !== null) return LEAST;
  if (moves.length <= 1) return LEAST + FORCED * random;
  const choice = Math.min(1, moves.length / 12) * (ply < 8 ? 0.45 : 1);
  return Math.round(LEAST + (MAX_MS - LEAST) * choice * (0.25 + 0.75 * random));
}
