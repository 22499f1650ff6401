/**
 * A finished game as the list shows it: of the account, as the server returns it, or of a seat of
 * this device, with data from its library.
 */
import type { OverGame as FinishedGame } from '../../../api/types';
import type { LocalGame } from '../../../store/local-game';
import type { StoredSeat } from '../../../store/seats';
import type { Outcome, Side } from '../../../rules/model';

export interface PlayedGame {
  game: string;
  variant: string;
  side: Side;
  /** The opponent's name; may be empty. */
  against: string;
  /** The opponent's level if it is an engine. */
  level: number | null;
  /** The result for the user; null if this device does not know it. */
  result: FinishedGame['result'] | null;
  ending: Outcome | null;
  rated: boolean;
  /** When the game ended; for a game of this device, when its seat was last updated. */
  ended_ms: number;
  /**
   * The secret of this device's seat; null for a game of the account, where the server assigns a
   * seat on request.
   */
  secret: string | null;
}

/** The result for the player of a side. */
export function resultFor({ winner, reason }: Outcome, side: Side): FinishedGame['result'] {
  if (reason === 'aborted') return 'none';
  if (winner === null) return 'draw';
  return winner === side ? 'win' : 'loss';
}

export function ofAccount({ game, variant, side, against, level, result, ending, rated, ended_ms }: FinishedGame): PlayedGame {
  return { game, variant, side, against, level, result, ending, rated, ended_ms, secret: null };
}

/**
 * The seats of this device in finished games, the latest first. `others` are games that the page
 * lists elsewhere.
 */
export function finishedSeatsOfDevice(seats: readonly StoredSeat[], others: ReadonlySet<string> = new Set()): StoredSeat[] {
  const over = seats.filter((seat) => seat.over && seat.game !== null && !seat.watching && seat.side !== null && !others.has(seat.game));
  // A host who played against their guest on one device has two seats: the game is listed once.
  const first = new Map([...over].sort((a, b) => b.updated_ms - a.updated_ms).map((seat) => [seat.game, seat] as const).reverse());
  return [...first.values()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** A game of this device, with data from the library if it has the game. */
export function ofSeat(seat: StoredSeat, kept: Pick<LocalGame, 'record'> | null): PlayedGame {
  const side = seat.side ?? 'white';
  const record = kept?.record ?? null;
  const other = record?.settings[side === 'white' ? 'black' : 'white'] ?? null;
  const ending = record?.ending ?? null;
  return {
    game: seat.game ?? '',
    variant: record?.variant ?? seat.variant,
    side,
    against: (other?.kind === 'person' && other.name) || seat.against,
    level: other?.kind === 'computer' ? other.level : null,
    result: ending === null ? null : resultFor(ending, side),
    ending,
    rated: record?.settings.rated === true,
    ended_ms: seat.updated_ms,
    secret: seat.secret,
  };
}
