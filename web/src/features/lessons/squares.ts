/**
 * The squares of a board as lessons write them: by their number, or by their name where a game names them by letters (`c3`).
 * Everywhere else a square is a number from the top left, as the rules count them.
 */
import type { Square } from '../../board/types';
import type { GameFacts } from '../../rules/model';

/** The facts about a board that locate its squares. */
export type SquaresOf = Pick<GameFacts, 'width' | 'height' | 'cells' | 'squares' | 'letters'>;

/** The square that a lesson means; null if this board has none. */
export function readSquare(board: SquaresOf, written: unknown): Square | null {
  if (typeof written === 'number') return Number.isInteger(written) && written >= 1 && written <= board.squares ? written : null;
  if (typeof written !== 'string' || !board.letters || !/^[a-z]\d{1,2}$/.test(written)) return null;
  const col = written.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = board.height - Number(written.slice(1));
  if (col >= board.width || row < 0 || row >= board.height) return null;
  if (board.cells !== 'dark') return row * board.width + col + 1;
  // Where squares have letters, a1 is one of them; in its row every other cell is.
  if ((row + col) % 2 !== (board.height - 1) % 2) return null;
  return (row * board.width) / 2 + Math.floor(col / 2) + 1;
}

/** The squares of a written move, as they are named: `b6:d8` gives `b6` and `d8`. */
export const namesIn = (move: string): string[] => move.split(/[-:x]/);
