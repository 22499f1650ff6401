/**
 * Where squares are on the screen: turns the board round, finds the square under a point, and steps from square to square.
 * It reads only rows and columns, so it works for every layout. Knows no rule and touches no document.
 */
import type { BoardMove, Cells, Layout, LayoutSquare, Square } from './types';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The place of a square on the screen: column and row, counted from the top left. */
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
  /** The squares row by row, from left to right as shown: the order in which one reads the board. */
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

  /** Where a square is shown. The caller must not ask for a square that the layout does not have. */
  at(square: Square): Seen {
    const seen = this.#bySquare.get(square);
    if (!seen) throw new RangeError(`square ${square} is not on this board`);
    return seen;
  }

  has(square: Square): boolean {
    return this.#bySquare.has(square);
  }

  /**
   * The playing square whose centre is nearest to a point, or null outside the board. The point is given in squares from the
   * top left corner. On a chequered board each square thus has a diamond around it that is twice as large as the square.
   * With squares of 33 px (on a screen of 360 px) a finger has a round target of 46 px, and a tap on a light square still
   * counts.
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

  /** The next square for an arrow key, or the same square at the edge. Up and down keep the place within the row. */
  step(from: Square, direction: Direction): Square {
    const here = this.at(from);
    if (direction === 'left' || direction === 'right') {
      const row = this.seen.filter((s) => s.y === here.y);
      const index = row.findIndex((s) => s.square === from) + (direction === 'right' ? 1 : -1);
      return row[index]?.square ?? from;
    }
    const y = here.y + (direction === 'down' ? 1 : -1);
    // On a chequered board two squares are equally near. Even rows choose the left one and odd rows the right one, so that the
    // opposite key leads back.
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

  rowEnds(square: Square): { first: Square; last: Square } {
    const row = this.seen.filter((s) => s.y === this.at(square).y);
    return { first: row[0]?.square ?? square, last: row.at(-1)?.square ?? square };
  }

  /**
   * Every square that a moving piece enters, in order, from its start to its end: the squares on which it lands and the
   * empty squares between them, without the pieces that it captures there. The square of a piece captured earlier may be
   * entered in games that remove captured pieces at once.
   */
  visited(move: BoardMove): readonly Square[] {
    return move.path.flatMap((landing, i) => {
      const before = move.path[i - 1];
      const taken = move.captured[i - 1];
      return before === undefined ? [landing] : [...this.between(before, landing).filter((s) => s !== taken), landing];
    });
  }

  /** The playing squares between two squares on a straight line, without these two; none if they are not on one line. */
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
