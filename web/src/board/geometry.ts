/**
 * Where squares lie as seen by the person: turning the board round, finding the square under a point, walking from square
 * to square. Works for every layout, since it reads rows and columns only. Knows no rule and touches no document.
 */
import type { BoardMove, Cells, Layout, LayoutSquare, Square } from './types';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** A square as seen: column and row counted from the top left of the screen. */
export interface Seen {
  square: Square;
  x: number;
  y: number;
  name: string;
}

export class Geometry {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
  readonly letters: boolean;
  /** Row by row as seen, left to right: the order in which a person reads the board. */
  readonly seen: readonly Seen[];
  readonly #bySquare: ReadonlyMap<Square, Seen>;

  constructor(layout: Layout, flipped: boolean) {
    this.width = layout.width;
    this.height = layout.height;
    this.cells = layout.cells;
    this.letters = layout.letters;
    const turn = (s: LayoutSquare): Seen => ({
      square: s.square,
      name: s.name,
      x: flipped ? layout.width - 1 - s.col : s.col,
      y: flipped ? layout.height - 1 - s.row : s.row,
    });
    this.seen = layout.squares.map(turn).sort((a, b) => a.y - b.y || a.x - b.x);
    this.#bySquare = new Map(this.seen.map((s) => [s.square, s]));
  }

  /** Where a square is seen. Asking for one that the layout lacks is a mistake of the caller. */
  at(square: Square): Seen {
    const seen = this.#bySquare.get(square);
    if (!seen) throw new RangeError(`square ${square} is not on this board`);
    return seen;
  }

  has(square: Square): boolean {
    return this.#bySquare.has(square);
  }

  /**
   * The playing square whose centre is nearest to a point given in squares from the top left corner, or null outside the
   * board. On a chequered board each square so answers for a diamond twice as large as itself: with squares of 33 px (a
   * screen of 360 px) a finger has a round target of 46 px, and there are no near misses on light squares.
   */
  nearest(x: number, y: number): Square | null {
    if (x < 0 || y < 0 || x > this.width || y > this.height) return null;
    let best: Square | null = null;
    let bestDistance = Infinity;
    for (const s of this.seen) {
      const distance = (s.x + 0.5 - x) ** 2 + (s.y + 0.5 - y) ** 2;
      if (distance < bestDistance) {
        bestDistance = distance;
        best = s.square;
      }
    }
    return best;
  }

  /** The next square for an arrow key; the same square at the edge. Up and down keep the place within the row. */
  step(from: Square, direction: Direction): Square {
    const here = this.at(from);
    if (direction === 'left' || direction === 'right') {
      const row = this.seen.filter((s) => s.y === here.y);
      const index = row.findIndex((s) => s.square === from) + (direction === 'right' ? 1 : -1);
      return row[index]?.square ?? from;
    }
    const y = here.y + (direction === 'down' ? 1 : -1);
    // Two squares are equally near on a chequered board: even rows lean left and odd rows right, so a way back exists.
    const lean = here.y % 2 === 0 ? -0.1 : 0.1;
    let best = from;
    let bestDistance = Infinity;
    for (const s of this.seen) {
      const distance = Math.abs(s.x - (here.x + lean));
      if (s.y === y && distance < bestDistance) {
        bestDistance = distance;
        best = s.square;
      }
    }
    return best;
  }

  /** First and last square of the row of a square. */
  rowEnds(square: Square): { first: Square; last: Square } {
    const row = this.seen.filter((s) => s.y === this.at(square).y);
    return { first: row[0]?.square ?? square, last: row.at(-1)?.square ?? square };
  }

  /**
   * Every square that a moving piece enters, in order, from its start to its end: the landings and the empty squares slid
   * over between them, without the piece captured on the way. The square of a piece captured earlier may be entered where
   * the game lifts pieces at once.
   */
  visited(move: BoardMove): readonly Square[] {
    return move.path.flatMap((landing, i) => {
      const before = move.path[i - 1];
      const taken = move.captured[i - 1];
      return before === undefined ? [landing] : [...this.between(before, landing).filter((s) => s !== taken), landing];
    });
  }

  /** Playing squares strictly between two squares of one straight line; none when they share no line. */
  between(a: Square, b: Square): Square[] {
    const from = this.at(a);
    const to = this.at(b);
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return [];
    const length = Math.max(Math.abs(dx), Math.abs(dy));
    const between: Square[] = [];
    for (let i = 1; i < length; i += 1) {
      const x = from.x + Math.sign(dx) * i;
      const y = from.y + Math.sign(dy) * i;
      const found = this.seen.find((s) => s.x === x && s.y === y);
      if (found) between.push(found.square);
    }
    return between;
  }
}
