/**
 * A position that is being set up, as a value, and what can be done with the whole of it. Called by the editor. No rule:
 * whether the result can be played is the rules door's to say.
 */
import type { BoardLayout, Kind, PieceView, Side } from '../../rules/model';

export interface Setup {
  pieces: readonly PieceView[];
  side: Side;
  /** What a FEN said of the moves before, as its last fields; empty once anything was changed. */
  past: string;
}

/** A piece put on a square, in the place of what stood there; null leaves the square empty. */
export function put({ pieces, side }: Setup, square: number, piece: { side: Side; kind: Kind } | null): Setup {
  const others = pieces.filter((it) => it.square !== square);
  return { pieces: piece ? [...others, { square, side: piece.side, kind: piece.kind }] : others, side, past: '' };
}

/** The piece of a square carried to another one, where it takes the place of what stood there, or off the board. */
export function carried(setup: Setup, from: number, to: number | null): Setup {
  const piece = setup.pieces.find((it) => it.square === from);
  if (!piece) return setup;
  const without = put(setup, from, null);
  return to === null ? without : put(without, to, piece);
}

const OTHER: Record<Side, Side> = { white: 'black', black: 'white' };

/** Every piece in the other colour on its own square; the turn goes with the colours. */
export function withColoursSwapped({ pieces, side }: Setup): Setup {
  return { pieces: pieces.map((piece) => ({ ...piece, side: OTHER[piece.side] })), side: OTHER[side], past: '' };
}

/**
 * The board turned by half a circle: what stood at the bottom stands at the top. On a chequered board this is the only
 * turn that keeps every piece on a dark square, unless the squares leave no partner; those pieces stay where they are.
 */
export function turnedRound({ pieces, side }: Setup, { width, height, squares }: BoardLayout): Setup {
  const places = new Map(squares.map((it) => [it.square, it]));
  const squareAt = new Map(squares.map((it) => [`${it.col},${it.row}`, it.square]));
  const turned = (square: number): number => {
    const place = places.get(square);
    return (place && squareAt.get(`${width - 1 - place.col},${height - 1 - place.row}`)) ?? square;
  };
  return { pieces: pieces.map((piece) => ({ ...piece, square: turned(piece.square) })), side, past: '' };
}

/** Values that followed one another, and where among them one stands. */
export interface History<T> {
  before: readonly T[];
  now: T;
  after: readonly T[];
}

/** Steps that can be taken back at most, so that a long afternoon at the board stays small. */
const LONGEST = 500;

export function startedWith<T>(now: T): History<T> {
  return { before: [], now, after: [] };
}

/** The next value; what had been taken back is gone. */
export function followedBy<T>({ before, now }: History<T>, next: T): History<T> {
  return { before: [...before, now].slice(-LONGEST), now: next, after: [] };
}

/** One step back; the same history where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const previous = history.before.at(-1);
  if (previous === undefined) return history;
  return { before: history.before.slice(0, -1), now: previous, after: [history.now, ...history.after] };
}

/** One step forth again; the same history where there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...after] = history.after;
  if (next === undefined) return history;
  return { before: [...history.before, history.now], now: next, after };
}
