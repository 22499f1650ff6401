/**
 * Games that were played and are over, as the list of them shows them: those of an account, as the server tells them, and those
 * at which this device has a seat, with what its library knows of them.
 */
import type { OverGame as FinishedGame } from '../../../api/types';
import type { LocalGame } from '../../../store/local-game';
import type { KeptSeat } from '../../../store/seats';
import type { Outcome, Side } from '../../../rules/model';

export interface PlayedGame {
  game: string;
  variant: string;
  side: Side;
  /** The name of the other player; may be empty. */
  against: string;
  /** The level of the other player, if that is a computer. */
  level: number | null;
  /** What came of it; null where this device does not know. */
  result: FinishedGame['result'] | null;
  ending: Outcome | null;
  rated: boolean;
  /** When it ended; for a game of this device, when that was last heard of. */
  ended_ms: number;
  /** The secret of the seat of this device; null for a game of the account, which gives a seat where there is none. */
  secret: string | null;
}

/** What an ending is for the player of a side. */
export function resultFor({ winner, reason }: Outcome, side: Side): FinishedGame['result'] {
  if (reason === 'aborted') return 'none';
  if (winner === null) return 'draw';
  return winner === side ? 'win' : 'loss';
}

export function ofAccount({ game, variant, side, against, level, result, ending, rated, ended_ms }: FinishedGame): PlayedGame {
  return { game, variant, side, against, level, result, ending, rated, ended_ms, secret: null };
}

/** The seats of this device whose games are over, the latest first. `others` are games that stand elsewhere on the screen. */
export function overHere(seats: readonly KeptSeat[], others: ReadonlySet<string> = new Set()): KeptSeat[] {
  const over = seats.filter((seat) => seat.over && seat.game !== null && !seat.watching && seat.side !== null && !others.has(seat.game));
  // Two seats at one game, of a host who played his guest: the game is listed once.
  const first = new Map([...over].sort((a, b) => b.updated_ms - a.updated_ms).map((seat) => [seat.game, seat] as const).reverse());
  return [...first.values()].sort((a, b) => b.updated_ms - a.updated_ms);
}

/** A game of this device, with what the library knows of it; null where it does not have it. */
export function ofSeat(seat: KeptSeat, kept: Pick<LocalGame, 'record'> | null): PlayedGame {
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
