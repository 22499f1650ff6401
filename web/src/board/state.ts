/**
 * What touching squares means, as one pure function. From the legal moves, the squares touched so far and one more square it
 * makes a move, a question, a refusal, or a longer selection. Pointer and keyboard both call it, so they behave the same. It
 * knows no rule; it only compares the touches with the moves that it gets.
 */
import type { BoardMove, MoveInput, Square } from './types';

/** A selection: the piece, the squares touched on its path so far, and an open question, if there is one. */
export interface Selection {
  from: Square;
  via: readonly Square[];
  /** The moves among which the user has been asked to choose. */
  choosing: readonly BoardMove[] | null;
}

/** The legal moves and the pieces: all that this state machine needs to know of the position. */
export interface MoveChoices {
  moves: readonly BoardMove[];
  isMine(square: Square): boolean;
  isTheirs(square: Square): boolean;
  /** Whether this piece may be put anywhere, even against the rules. */
  isFree(square: Square): boolean;
  /** Every square that a move enters, in order; see `Geometry.visited`. */
  visited(move: BoardMove): readonly Square[];
}

type Effect =
  | { kind: 'none' }
  | { kind: 'play'; move: BoardMove }
  | { kind: 'choose'; moves: readonly BoardMove[] }
  | { kind: 'refuse'; input: MoveInput };

export interface Step {
  selection: Selection | null;
  effect: Effect;
}

const NONE: Effect = { kind: 'none' };

export function candidates(choices: MoveChoices, selection: Selection): readonly BoardMove[] {
  if (selection.choosing) return selection.choosing;
  return choices.moves.filter((m) => m.from === selection.from && passes(choices, m, selection.via));
}

/** The squares that can be touched next: ends of moves, and squares to pass. */
export function reachable(choices: MoveChoices, selection: Selection): { ends: Set<Square>; passing: Set<Square> } {
  const ends = new Set<Square>();
  const passing = new Set<Square>();
  const fitting = candidates(choices, selection);
  for (const move of endings(choices, selection, fitting)) ends.add(move.to);
  for (const move of fitting) {
    const landings = move.path.slice(1, -1);
    for (const square of landings) if (passes(choices, move, [...selection.via, square])) passing.add(square);
  }
  for (const end of ends) passing.delete(end);
  return { ends, passing };
}

/**
 * The pieces that an unfinished capture has certainly passed over: those that every fitting move takes before the last
 * square touched. They stay on the board until the capture is complete, as the rules have it.
 */
export function takenSoFar(choices: MoveChoices, selection: Selection): Set<Square> {
  const last = selection.via.at(-1);
  if (last === undefined || selection.choosing) return new Set();
  const taken = candidates(choices, selection).map((move) => {
    const legs = move.captured.length;
    // Each leg of the path captures one piece. If a leg stops before its piece, that piece has not been captured yet.
    for (let leg = 0; leg < legs; leg += 1) {
      const beyond = choices.visited({ ...move, path: move.path.slice(0, leg + 2) });
      const inside = beyond.lastIndexOf(last);
      if (inside > 0) return new Set(move.captured.slice(0, inside === beyond.length - 1 ? leg + 1 : leg));
    }
    return new Set<Square>();
  });
  const [first = new Set<Square>(), ...others] = taken;
  return new Set([...first].filter((square) => others.every((set) => set.has(square))));
}

/** The squares that tell several moves apart: some of the moves enter or capture them, others do not. */
export function distinguishing(choices: MoveChoices, moves: readonly BoardMove[]): Set<Square> {
  const sets = moves.map((m) => new Set([...choices.visited(m).slice(1), ...m.captured]));
  const all = new Set(sets.flatMap((s) => [...s]));
  return new Set([...all].filter((square) => !sets.every((s) => s.has(square))));
}

export function tap(choices: MoveChoices, selection: Selection | null, square: Square): Step {
  if (!selection) return begin(choices, square);
  if (selection.choosing) return choose(choices, selection, selection.choosing, square);
  if (choices.isMine(square) && square !== selection.from) return begin(choices, square);

  const fitting = candidates(choices, selection);
  const ending = endings(choices, selection, fitting).filter((m) => m.to === square);
  const passing = fitting.filter((m) => passes(choices, m, [...selection.via, square]));
  // If one capture ends on the square and another one turns there, the touch is ambiguous; sliding over a square does not count.
  // In games with huffing, captures that may stop early are asked about too: a user who touches square by square may want to
  // continue.
  const longer = passing.filter((m) => m.path.slice(1, -1).includes(square) && !ending.some((e) => sameSet(e, m)));

  // A user who touches every turn of one capture means that capture, even if another one slides over the same squares.
  const turned = ending.filter((m) => selection.via.every((via) => m.path.includes(via)));
  if (selection.via.length > 0 && turned.length === 1 && turned[0] && longer.length === 0) {
    return { selection: null, effect: { kind: 'play', move: turned[0] } };
  }
  if (ending.length > 0 && ending.length + longer.length > 1) return ask(selection, [...ending, ...longer]);
  if (ending[0]) return { selection: null, effect: { kind: 'play', move: ending[0] } };
  if (passing.length > 0) {
    return { selection: { ...selection, via: [...selection.via, square] }, effect: NONE };
  }
  // On a path that fits no listed move, the start may be the end of a circular capture. The rules decide.
  const atStart = selection.via.length === 0;
  if (square === selection.from && (fitting.length > 0 || atStart)) return { selection: back(selection), effect: NONE };
  if (!atStart && square === selection.via.at(-1)) {
    if (!choices.isFree(selection.from)) return { selection, effect: NONE };
    // A second touch lets the piece go where it waits, in the middle of its capture.
    const input = { from: selection.from, to: square, via: selection.via.slice(0, -1), stops: true };
    return { selection: { ...selection, via: [] }, effect: { kind: 'refuse', input } };
  }
  return {
    selection: { ...selection, via: [] }, // a tap elsewhere cancels the touched path but keeps the piece selected
    effect: { kind: 'refuse', input: { from: selection.from, to: square, via: selection.via } },
  };
}

/**
 * Handles the drop of a dragged piece. The squares that it was dragged over only decide between moves that end there. If no
 * move does, the drop is the same as a touch of the square.
 */
export function drop(choices: MoveChoices, selection: Selection, square: Square, trail: readonly Square[]): Step {
  if (selection.choosing) return tap(choices, selection, square);
  const ending = candidates(choices, selection).filter((m) => m.to === square);
  if (square === selection.from && trail.length === 0) return { selection, effect: NONE };
  const followed = ending.map((m) => {
    const walk = new Set([...choices.visited(m), ...m.captured]);
    return { move: m, squares: new Set(trail.filter((s) => walk.has(s))).size };
  });
  const most = Math.max(...followed.map((f) => f.squares), 0);
  const best = followed.filter((f) => f.squares === most).map((f) => f.move);
  if (best.length > 1) return ask(selection, best);
  if (best[0]) return { selection: null, effect: { kind: 'play', move: best[0] } };
  if (square === selection.from) return { selection, effect: NONE };
  return tap(choices, selection, square);
}

/** Escape goes one step back: from the question or the touched path to the piece, and from the piece to nothing. */
export function back(selection: Selection): Selection | null {
  return selection.choosing || selection.via.length > 0 ? { from: selection.from, via: [], choosing: null } : null;
}

/**
 * The moves that can end this selection: those that fit, and those with the same captured set as one that fits and an end
 * that it slides over. Each captured set is listed with only one path, and a circle may be listed in the other direction.
 */
function endings(choices: MoveChoices, selection: Selection, fitting: readonly BoardMove[]): readonly BoardMove[] {
  const alike = (m: BoardMove): boolean =>
    m.captured.length > 0 && fitting.some((c) => sameSet(c, m) && choices.visited(c).slice(1).includes(m.to));
  return choices.moves.filter((m) => m.from === selection.from && (fitting.includes(m) || alike(m)));
}

function begin(choices: MoveChoices, square: Square): Step {
  if (choices.isMine(square)) {
    if (choices.moves.some((m) => m.from === square) || choices.isFree(square)) {
      return { selection: { from: square, via: [], choosing: null }, effect: NONE };
    }
    return { selection: null, effect: { kind: 'refuse', input: { from: square, to: null, via: [] } } };
  }
  // Captures are compulsory here, so if only one ends on this square, a touch of the square can mean nothing else.
  const captures = choices.moves.filter((m) => m.to === square && m.captured.length > 0);
  if (captures.length === 1 && captures[0]) return { selection: null, effect: { kind: 'play', move: captures[0] } };
  if (choices.isTheirs(square)) {
    return { selection: null, effect: { kind: 'refuse', input: { from: square, to: null, via: [] } } };
  }
  return { selection: null, effect: NONE };
}

function ask(selection: Selection, moves: readonly BoardMove[]): Step {
  return { selection: { ...selection, choosing: moves }, effect: { kind: 'choose', moves } };
}

function choose(choices: MoveChoices, selection: Selection, asked: readonly BoardMove[], square: Square): Step {
  const decisive = distinguishing(choices, asked);
  const left = decisive.has(square)
    ? asked.filter((m) => m.captured.includes(square) || choices.visited(m).slice(1).includes(square))
    : asked.filter((m) => m.to === square);
  if (left.length === 1 && left[0]) return { selection: null, effect: { kind: 'play', move: left[0] } };
  if (left.length > 1) return ask(selection, left);
  if (choices.isMine(square) && square !== selection.from) return begin(choices, square);
  return { selection: back(selection), effect: NONE };
}

function sameSet(a: BoardMove, b: BoardMove): boolean {
  return a.captured.length === b.captured.length && a.captured.every((square) => b.captured.includes(square));
}

/** Whether a capture enters these squares in this order before its end. A quiet move has no squares to pass. */
function passes(choices: MoveChoices, move: BoardMove, via: readonly Square[]): boolean {
  if (via.length === 0) return true;
  if (move.captured.length === 0) return false;
  return longestCommon(via, choices.visited(move).slice(1, -1)) === via.length;
}

/** How many of these squares appear in the walk in this order; squares that do not fit are skipped (greedy). */
function longestCommon(squares: readonly Square[], walk: readonly Square[]): number {
  let at = 0;
  let found = 0;
  for (const square of squares) {
    const index = walk.indexOf(square, at);
    if (index >= 0) {
      at = index + 1;
      found += 1;
    }
  }
  return found;
}
