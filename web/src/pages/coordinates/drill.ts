/**
 * Finding squares by their names: which square is wanted, and how many were found. An immutable value; each touch makes the
 * next one.
 */
import type { Square } from '../../board/types';

export interface Drill {
  wanted: Square;
  found: number;
  /** The wrong square that was touched, until the next one is found; null if there was none. */
  missed: Square | null;
  /** The result of a touch. `lot`, from 0 to 1, chooses the next square. */
  touched(square: Square, lot: number): Drill;
}

/** Begins. `lot` chooses the first square. There must be at least two squares. */
export function drill(squares: readonly Square[], lot: number = Math.random()): Drill {
  const make = (wanted: Square, found: number, missed: Square | null): Drill => ({
    wanted,
    found,
    missed,
    touched: (square, next) => (square === wanted ? make(draw(squares, wanted, next), found + 1, null) : make(wanted, found, square)),
  });
  return make(draw(squares, null, lot), 0, null);
}

/** Any square except the last one. The same square twice would look as if nothing had happened. */
function draw(squares: readonly Square[], before: Square | null, lot: number): Square {
  const others = squares.filter((square) => square !== before);
  return others[Math.min(others.length - 1, Math.floor(lot * others.length))] ?? 1;
}
