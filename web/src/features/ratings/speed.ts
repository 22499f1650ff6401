/**
 * The speed of a game for ratings: from the time of a side for forty moves, as estimated by
 * `crates/people/src/ratings/pool.rs`.
 */
import type { PlayerRating } from '../../api/types';
import type { ClockSettings } from '../../rules/model';

const MOVES = 40;
const MINUTE_MS = 60_000;

/**
 * The starting times of the periods within forty moves, and forty increments of any kind. The last
 * period is repeated.
 */
export function estimateMs(clock: ClockSettings): number {
  const periods = [clock, ...(clock.then ?? [])];
  let left = MOVES;
  let sum = 0;
  for (let i = 0; left > 0; i += 1) {
    const period = periods[Math.min(i, periods.length - 1)]!;
    const moves = Math.max(1, Math.min(left, period.moves ?? left));
    sum += period.initial_ms + moves * period.increment_ms;
    left -= moves;
  }
  return sum;
}

export function ratedSpeed(clock: ClockSettings): PlayerRating['speed'] {
  const minutes = Math.floor(estimateMs(clock) / MINUTE_MS);
  if (minutes < 3) return 'bullet';
  if (minutes < 10) return 'blitz';
  if (minutes < 60) return 'rapid';
  return minutes < 720 ? 'classical' : 'correspondence';
}
