/**
 * A position in the editor as an immutable value, with the operations on the whole board. The rules
 * binding decides whether it is playable.
 */
import type { BoardLayout, Kind, PieceView, Side } from '../../rules/model';

export interface Setup {
  pieces: readonly PieceView[];
  side: Side;
  /** The last fields of a FEN, about earlier moves; empty after any change. */
  past: string;
}

/** Places a piece, replacing the one there; null empties the square. */
export function put({ pieces, side }: Setup, square: number, piece: { side: Side; kind: Kind } | null): Setup {
  const others = pieces.filter((it) => it.square !== square);
  return { pieces: piece ? [...others, { square, side: piece.side, kind: piece.kind }] : others, side, past: '' };
}

/** Moves a piece to another square, replacing the one there, or off the board. */
export function carried(setup: Setup, from: number, to: number | null): Setup {
  const piece = setup.pieces.find((it) => it.square === from);
  if (!piece) return setup;
  const without = put(setup, from, null);
  return to === null ? without : put(without, to, piece);
}

/** The effect of a brush stroke, decided at its first square. */
export type Stroke =
  | { kind: 'puts'; piece: { side: Side; kind: Kind } }
  /** Removes this piece; null stands for any piece. */
  | { kind: 'removes'; piece: { side: Side; kind: Kind } | null };

/**
 * The stroke that begins on a square. A brush that begins on its own piece removes pieces. The null
 * brush only removes.
 */
export function strokeFrom({ pieces }: Setup, square: number, brush: { side: Side; kind: Kind } | null): Stroke {
  if (!brush) return { kind: 'removes', piece: null };
  const there = pieces.find((it) => it.square === square);
  return { kind: there && alike(there, brush) ? 'removes' : 'puts', piece: brush };
}

/** The setup after a stroke has reached a square; the same object if nothing changes. */
export function stroked(setup: Setup, square: number, stroke: Stroke): Setup {
  const there = setup.pieces.find((it) => it.square === square);
  if (stroke.kind === 'puts') return there && alike(there, stroke.piece) ? setup : put(setup, square, stroke.piece);
  return there && (!stroke.piece || alike(there, stroke.piece)) ? put(setup, square, null) : setup;
}

function alike(a: { side: Side; kind: Kind }, b: { side: Side; kind: Kind }): boolean {
  return a.side === b.side && a.kind === b.kind;
}

const OTHER: Record<Side, Side> = { white: 'black', black: 'white' };

/** Swaps the colours of all pieces and the side to move. */
export function withColoursSwapped({ pieces, side }: Setup): Setup {
  return { pieces: pieces.map((piece) => ({ ...piece, side: OTHER[piece.side] })), side: OTHER[side], past: '' };
}

/**
 * Rotates the position by 180 degrees, the only rotation that keeps all pieces on dark squares.
 * Pieces on squares without a counterpart stay.
 */
export function turnedRound(setup: Setup, board: BoardLayout): Setup {
  return moved(setup, turning(board));
}

/** Mirrors left and right. Only on boards with that symmetry. */
export function mirrored(setup: Setup, board: BoardLayout): Setup {
  return moved(setup, mirroring(board));
}

/**
 * Whether the board has that symmetry: each square has a counterpart. A chequered board of even
 * width has none.
 */
export function canMirror(board: BoardLayout): boolean {
  const to = mirroring(board);
  return board.squares.every(({ square }) => to(square) !== null);
}

type Way = (square: number) => number | null;

function moved({ pieces, side }: Setup, to: Way): Setup {
  return { pieces: pieces.map((piece) => ({ ...piece, square: to(piece.square) ?? piece.square })), side, past: '' };
}

function turning(board: BoardLayout): Way {
  return wayOf(board, (col, row) => [board.width - 1 - col, board.height - 1 - row]);
}

function mirroring(board: BoardLayout): Way {
  return wayOf(board, (col, row) => [board.width - 1 - col, row]);
}

function wayOf({ squares }: BoardLayout, to: (col: number, row: number) => [number, number]): Way {
  const places = new Map(squares.map((it) => [it.square, it]));
  const squareAt = new Map(squares.map((it) => [`${it.col},${it.row}`, it.square]));
  return (square) => {
    const place = places.get(square);
    return (place && squareAt.get(to(place.col, place.row).join(','))) ?? null;
  };
}

export interface Composed {
  setup: Setup;
  /** The typed solution. */
  solution: string;
}

/** An undo history: successive values, and the index of the current one. */
export interface History<T> {
  before: readonly T[];
  now: T;
  after: readonly T[];
}

/** The maximum number of undo steps, which limits memory. */
const LONGEST = 500;

export function startedWith<T>(now: T): History<T> {
  return { before: [], now, after: [] };
}

/** Adds a value and drops the undone ones. */
export function followedBy<T>({ before, now }: History<T>, next: T): History<T> {
  return { before: [...before, now].slice(-LONGEST), now: next, after: [] };
}

/** Replaces the current value without adding a step. */
export function continuedWith<T>({ before }: History<T>, next: T): History<T> {
  return { before, now: next, after: [] };
}

/** Undo; the same history if there is no earlier value. */
export function undone<T>(history: History<T>): History<T> {
  const previous = history.before.at(-1);
  if (previous === undefined) return history;
  return { before: history.before.slice(0, -1), now: previous, after: [history.now, ...history.after] };
}

/** Redo; the same history if there is no later value. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...after] = history.after;
  if (next === undefined) return history;
  return { before: [...history.before, history.now], now: next, after };
}
