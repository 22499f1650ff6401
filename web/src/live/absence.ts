/**
 * After which absence a game may be claimed, as the server computes it (`patience_ms` in crates/server/src/live/presence.rs): some time to connect again,
 * more where more time was agreed. Only whoever is to move is missed, and nobody before both have moved. Called by the lists of what is agreed.
 */
import type { ClockSettings, GameSettings } from '../rules/model';
import type { ColourChoice } from './api';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From so many minutes for forty moves on, nobody has to be at the board. */
const MOST_MINUTES_AT_THE_BOARD = 600;

/** After how many milliseconds; null in a game of days, in which the clock alone decides. `clock` is that of White. */
export function claimAfterMs(clock: Pick<ClockSettings, 'initial_ms' | 'increment_ms'> | null): number | null {
  if (clock === null) return 24 * HOUR_MS;
  const minutes = Math.floor((clock.initial_ms + 40 * clock.increment_ms) / MINUTE_MS);
  if (minutes > MOST_MINUTES_AT_THE_BOARD) return null;
  if (minutes <= 3) return 40_000;
  return minutes <= 10 ? MINUTE_MS : 2 * MINUTE_MS;
}

/**
 * The same for an offer, whose times may belong to the players and not to the colours: what holds for each clock that White may come to have,
 * the shortest first.
 */
export function claimsAfterMs(settings: Pick<GameSettings, 'clock' | 'black_clock'>, host: ColourChoice | null): readonly (number | null)[] {
  const { clock, black_clock: other } = settings;
  const whites = !other || host === null || host === 'white' ? [clock] : host === 'black' ? [other] : [clock, other];
  return [...new Set(whites.map(claimAfterMs))].sort((a, b) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE));
}
