/**
 * Three exercises with the names of squares: find a square by its name, name a marked square, touch
 * both squares of a written move. An immutable value; each answer returns the next one.
 */
import type { Cells, LayoutSquare, Square } from '../../board/types';

export const DRILLS = ['find', 'name', 'move'] as const;
export type DrillKind = (typeof DRILLS)[number];

/** The part of a board that an exercise needs: at least two squares with a neighbour each. */
export interface DrillBoard {
  cells: Cells;
  squares: readonly LayoutSquare[];
}

export interface Drill {
  kind: DrillKind;
  /** The squares to find: one, or both of a move in order. */
  wanted: readonly Square[];
  /** How many of them are found. */
  reached: number;
  /** The names to choose from, in order; empty if squares are touched. */
  offered: readonly Square[];
  /** The number of completed questions. */
  found: number;
  /** The last wrong answer, until a right one; null if there was none. */
  missed: Square | null;
  /** Applies an answer: a touched square, or the square of the chosen name. */
  answered(square: Square): Drill;
}

/** How many names there are to choose from. */
const NAMES = 4;

/** The first question. `random` returns random numbers from 0 up to 1. */
export function drill(kind: DrillKind, board: DrillBoard, random: () => number = Math.random): Drill {
  const one = <T>(all: readonly T[]): T | undefined => all[Math.min(all.length - 1, Math.floor(random() * all.length))];

  /** Not the previous square again, which would look as if nothing had happened. */
  function ask(before: Square | null, found: number): Drill {
    const square = one(board.squares.filter((it) => it.square !== before));
    if (!square) throw new Error('a drill needs two squares');
    const next = kind === 'move' ? one(board.squares.filter((it) => beside(it, square, board.cells))) : undefined;
    const wanted = [square.square, ...(next ? [next.square] : [])];
    return make(wanted, kind === 'name' ? names(square.square) : [], 0, found, null);
  }

  function names(right: Square): Square[] {
    const offered = [right];
    while (offered.length < Math.min(NAMES, board.squares.length)) {
      const other = one(board.squares.filter(({ square }) => !offered.includes(square)));
      if (other) offered.push(other.square);
    }
    return offered.sort((a, b) => a - b); // sorted, so that the place of the right name reveals nothing
  }

  const make = (wanted: readonly Square[], offered: readonly Square[], reached: number, found: number, missed: Square | null): Drill => ({
    kind,
    wanted,
    offered,
    reached,
    found,
    missed,
    answered(square) {
      if (square !== wanted[reached]) return make(wanted, offered, reached, found, square);
      return reached + 1 < wanted.length ? make(wanted, offered, reached + 1, found, null) : ask(wanted.at(-1) ?? null, found + 1);
    },
  });

  return ask(null, 0);
}

/**
 * Whether a step connects the squares: along diagonals, or along rows and columns if every cell is
 * a square or a point.
 */
function beside(a: LayoutSquare, b: LayoutSquare, cells: Cells): boolean {
  const [rows, cols] = [Math.abs(a.row - b.row), Math.abs(a.col - b.col)];
  return cells === 'dark' ? rows === 1 && cols === 1 : rows + cols === 1;
}
