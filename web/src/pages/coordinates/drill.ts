/** Finding squares by their numbers: which one is wanted, how many were found. A value; each touch makes the next one. */
import type { Square } from '../../board/types';

export interface Drill {
  wanted: Square;
  found: number;
  /** The square that was touched in place of the wanted one, until the next is found; null where none was. */
  missed: Square | null;
  /** What a touch makes of it; `lot`, from 0 to 1, draws the next square. */
  touched(square: Square, lot: number): Drill;
}

/** Begins; `lot` draws the first square. There must be two squares at least. */
export function drill(squares: readonly Square[], lot: number = Math.random()): Drill {
  const make = (wanted: Square, found: number, missed: Square | null): Drill => ({
    wanted,
    found,
    missed,
    touched: (square, next) => (square === wanted ? make(draw(squares, wanted, next), found + 1, null) : make(wanted, found, square)),
  });
  return make(draw(squares, null, lot), 0, null);
}

/** Any square but the one before: the same twice would look like nothing had happened. */
function draw(squares: readonly Square[], before: Square | null, lot: number): Square {
  const others = squares.filter((square) => square !== before);
  return others[Math.min(others.length - 1, Math.floor(lot * others.length))] ?? 1;
}
