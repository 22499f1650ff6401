/**
 * The absence after which a game may be claimed, as the server computes it (`claim_timeout_ms` in crates/server/src/live/members.rs): some time to reconnect,
 * longer in slower games. Only the player to move counts as absent, and only once both have moved.
 */
import type { ClockSettings, GameSettings } from '../../rules/model';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From this many minutes for forty moves, players may leave the board. */
const MOST_MINUTES_AT_THE_BOARD = 600;

/** In milliseconds; null in a correspondence game, where only the clock decides. `clock` is that of the absent side. */
export function claimAfterMs(clock: Pick<ClockSettings, 'initial_ms' | 'increment_ms'> | null): number | null {
  if (clock === null) return 24 * HOUR_MS;
  const minutes = Math.floor((clock.initial_ms + 40 * clock.increment_ms) / MINUTE_MS);
  if (minutes > MOST_MINUTES_AT_THE_BOARD) return null;
  if (minutes <= 3) return 40_000;
  return minutes <= 10 ? MINUTE_MS : 2 * MINUTE_MS;
}

/** The same for an offer: the waits of both clocks, the shortest first. */
export function claimsAfterMs(settings: Pick<GameSettings, 'clock' | 'black_clock'>): readonly (number | null)[] {
  const { clock, black_clock: other } = settings;
  const clocks = other ? [clock, other] : [clock];
  return [...new Set(clocks.map(claimAfterMs))].sort((a, b) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE));
}
