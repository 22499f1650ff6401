/** How long the computer waits before its move is shown, in milliseconds. */
import type { GameSession } from './session.svelte';

/** A move must be seen before the next one comes. */
export const LEAST = 450;
const MOST = 2_600;
/** A forced move needs no thought. */
const FORCED = 350;

/**
 * Like a person: at once where there is one move only, a moment in the opening, longer where there is much to choose from.
 * With a clock, and without `human`, only the least. `lot` is a number from 0 to 1.
 */
export function pauseBefore(session: Pick<GameSession, 'live' | 'clock'>, human: boolean, lot: number): number {
  const { moves, ply } = session.live;
  if (!human || session.clock !== null) return LEAST;
  if (moves.length <= 1) return LEAST + FORCED * lot;
  const choice = Math.min(1, moves.length / 12) * (ply < 8 ? 0.45 : 1);
  return Math.round(LEAST + (MOST - LEAST) * choice * (0.25 + 0.75 * lot));
}
