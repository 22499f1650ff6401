/**
 * The names of squares in lessons: numbers, or letters and figures in games that use them (`c3`).
 * Everywhere else a square is a number from the top left, as in the rules.
 */
import type { Square } from '../../board/types';
import type { GameFacts } from '../../rules/model';

/** The facts about a board that locate its squares. */
export type SquaresOf = Pick<GameFacts, 'width' | 'height' | 'cells' | 'squares' | 'letters'>;

/** The square with this name; null if this board has none. */
export function readSquare(board: SquaresOf, written: unknown): Square | null {
  if (typeof written === 'number') return Number.isInteger(written) && written >= 1 && written <= board.squares ? written : null;
  if (typeof written !== 'string' || !board.letters || !/^[a-z]\d{1,2}$/.test(written)) return null;
  const col = written.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = board.height - Number(written.slice(1));
  if (col >= board.width || row < 0 || row >= board.height) return null;
  if (board.cells !== 'dark') return row * board.width + col + 1;
  // With letters, a1 is a playing square, and so is every other cell of its row.
  if ((row + col) % 2 !== (board.height - 1) % 2) return null;
  return (row * board.width) / 2 + Math.floor(col / 2) + 1;
}

/** The names of squares in a written move: `b6:d8` gives `b6` and `d8`. */
export const namesIn = (move: string): string[] => move.split(/[-:x]/);
