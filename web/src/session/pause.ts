/** How long the computer waits before its move is shown, in milliseconds. */
import type { GameSession } from './session.svelte';

/** A move must stay visible before the next one comes. */
export const LEAST = 450;
const MOST = 2_600;
/** A forced move needs no long pause. */
const FORCED = 350;

/**
 * The pause that a person would make: short if there is only one move, longer if there are many, and not so long in the
 * opening. With a clock, or without `human`, it is always the shortest one. `lot` is a number from 0 to 1.
 */
export function pauseBefore(session: Pick<GameSession, 'live' | 'clock'>, human: boolean, lot: number): number {
  const { moves, ply } = session.live;
  if (!human || session.clock !== null) return LEAST;
  if (moves.length <= 1) return LEAST + FORCED * lot;
  const choice = Math.min(1, moves.length / 12) * (ply < 8 ? 0.45 : 1);
  return Math.round(LEAST + (MOST - LEAST) * choice * (0.25 + 0.75 * lot));
}
