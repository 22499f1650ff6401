/**
 * A position that is being set up, as a value, with the operations on the whole board. Called by the editor. It knows no
 * rule: the rules door decides whether the result can be played.
 */
import type { BoardLayout, Kind, PieceView, Side } from '../../rules/model';

export interface Setup {
  pieces: readonly PieceView[];
  side: Side;
  /** The last fields of a FEN, about earlier moves; empty after any change. */
  past: string;
}

/** Puts a piece on a square and removes what was there; null makes the square empty. */
export function put({ pieces, side }: Setup, square: number, piece: { side: Side; kind: Kind } | null): Setup {
  const others = pieces.filter((it) => it.square !== square);
  return { pieces: piece ? [...others, { square, side: piece.side, kind: piece.kind }] : others, side, past: '' };
}

/** Carries the piece of a square to another square, where it replaces what was there, or off the board. */
export function carried(setup: Setup, from: number, to: number | null): Setup {
  const piece = setup.pieces.find((it) => it.square === from);
  if (!piece) return setup;
  const without = put(setup, from, null);
  return to === null ? without : put(without, to, piece);
}

const OTHER: Record<Side, Side> = { white: 'black', black: 'white' };

/** Every piece changes its colour and stays on its square; the side to move changes too. */
export function withColoursSwapped({ pieces, side }: Setup): Setup {
  return { pieces: pieces.map((piece) => ({ ...piece, side: OTHER[piece.side] })), side: OTHER[side], past: '' };
}

/**
 * Turns the board by half a circle, so that its bottom becomes its top. On a chequered board no other turn keeps all pieces
 * on dark squares. Pieces on squares without a counterpart stay where they are.
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

/** Successive values, and the index of the current one. */
export interface History<T> {
  before: readonly T[];
  now: T;
  after: readonly T[];
}

/** The most steps that can be undone, which keeps the history small. */
const LONGEST = 500;

export function startedWith<T>(now: T): History<T> {
  return { before: [], now, after: [] };
}

/** Adds the next value and drops everything that was undone. */
export function followedBy<T>({ before, now }: History<T>, next: T): History<T> {
  return { before: [...before, now].slice(-LONGEST), now: next, after: [] };
}

/** One step back; the same history if there is none. */
export function undone<T>(history: History<T>): History<T> {
  const previous = history.before.at(-1);
  if (previous === undefined) return history;
  return { before: history.before.slice(0, -1), now: previous, after: [history.now, ...history.after] };
}

/** One step forward; the same history if there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...after] = history.after;
  if (next === undefined) return history;
  return { before: [...history.before, history.now], now: next, after };
}
