/** The offers made by one press in the lobby, and the filter of the list. Pure. */
import type { ClockSettings, Side } from '../../rules/model';
import type { Challenge, ColourChoice, WaitingChallenge as OpenChallenge } from '../../api/types';

const DAY_MS = 86_400_000;

/** The time controls of the buttons: minutes and seconds, or days for each move. */
export const QUICK: readonly { id: string; clock: ClockSettings }[] = [
  { id: '3+2', clock: { initial_ms: 180_000, increment_ms: 2_000 } },
  { id: '5+3', clock: { initial_ms: 300_000, increment_ms: 3_000 } },
  { id: '10+5', clock: { initial_ms: 600_000, increment_ms: 5_000 } },
  { id: 'days', clock: { initial_ms: 1_000, increment_ms: 3 * DAY_MS, bonus: 'delay' } },
];

export const SPEEDS = ['quick', 'long', 'days'] as const;
export type Speed = (typeof SPEEDS)[number];

/** The longest duration of a quick game, for forty moves of a side, in milliseconds. */
const QUICK_MS = 10 * 60_000;

/** The speed of a game. One without a clock counts as long: its host is present. */
export function speedOf(clock: ClockSettings | null): Speed {
  if (clock === null) return 'long';
  if (isByDays(clock)) return 'days';
  return clock.initial_ms + 40 * clock.increment_ms <= QUICK_MS ? 'quick' : 'long';
}

/** Whether players need not stay at the board. */
export function isByDays(clock: ClockSettings | null): boolean {
  return clock !== null && clock.increment_ms >= DAY_MS / 2;
}

/** The filter of the lobby; null shows all. */
export interface LobbyFilter {
  variant: string | null;
  speed: Speed | null;
  colour: Side | null;
  rated: boolean | null;
  /** Whether offers for another rating range are hidden. */
  fitting?: boolean;
}

export const EVERY_OFFER: LobbyFilter = { variant: null, speed: null, colour: null, rated: null, fitting: false };

export function fits({ challenge, fits: meant = null }: OpenChallenge, { variant, speed, colour, rated, fitting = false }: LobbyFilter): boolean {
  return (
    (!fitting || meant !== false) &&
    (variant === null || challenge.variant === variant) &&
    (speed === null || speedOf(challenge.settings.clock) === speed) &&
    (rated === null || (challenge.settings.rated === true) === rated) &&
    (colour === null || challenge.colour === 'random' || challenge.colour !== colour)
  );
}

/** An offer with this clock: without conduct rules, colours drawn. */
export function quickOffer(variant: string, clock: ClockSettings | null, host: string, rated = false, colour: ColourChoice = 'random'): Challenge {
  const person = { kind: 'person', name: '' } as const;
  const settings = { start: null, clock, white: person, black: person, few_pieces: 'fresh', seating: 'apart' } as const;
  return { variant, host, colour, settings: rated ? { ...settings, rated } : settings };
}
