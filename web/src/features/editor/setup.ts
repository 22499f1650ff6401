/**
 * A position that is being set up, as a value, with the operations on the whole board. It knows no rule: the rules binding
 * decides whether the result can be played.
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

/** What a stroke of the brush does. It is decided at its first square and stays until its end. */
export type Stroke =
  | { kind: 'puts'; piece: { side: Side; kind: Kind } }
  /** Removes this piece; null stands for any piece. */
  | { kind: 'removes'; piece: { side: Side; kind: Kind } | null };

/** The stroke that begins on a square. A brush that begins on its own piece removes it. Null is the brush that only removes. */
export function strokeFrom({ pieces }: Setup, square: number, brush: { side: Side; kind: Kind } | null): Stroke {
  if (!brush) return { kind: 'removes', piece: null };
  const there = pieces.find((it) => it.square === square);
  return { kind: there && alike(there, brush) ? 'removes' : 'puts', piece: brush };
}

/** The setup after a stroke has come to a square; the same setup if this changes nothing. */
export function stroked(setup: Setup, square: number, stroke: Stroke): Setup {
  const there = setup.pieces.find((it) => it.square === square);
  if (stroke.kind === 'puts') return there && alike(there, stroke.piece) ? setup : put(setup, square, stroke.piece);
  return there && (!stroke.piece || alike(there, stroke.piece)) ? put(setup, square, null) : setup;
}

function alike(a: { side: Side; kind: Kind }, b: { side: Side; kind: Kind }): boolean {
  return a.side === b.side && a.kind === b.kind;
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
export function turnedRound(setup: Setup, board: BoardLayout): Setup {
  return moved(setup, turning(board));
}

/** What is left becomes right. Only for a board that is symmetrical so. */
export function mirrored(setup: Setup, board: BoardLayout): Setup {
  return moved(setup, mirroring(board));
}

/** Whether a board can be mirrored: each square has a counterpart. On a chequered board of even width none has. */
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
  /** The moves of the solution, as they are typed. */
  solution: string;
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

/** Replaces the current value: the step to it goes on. */
export function continuedWith<T>({ before }: History<T>, next: T): History<T> {
  return { before, now: next, after: [] };
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
