/**
 * A list of positions as text, one per line: `FEN | moves | words`; moves and words are optional.
 * It is the format of the print studio's field, of the input of `damier print`, and of addresses of
 * the print studio and the projector. Pure.
 */

/** A position in a list. */
export interface Task {
  readonly fen: string;
  /** The moves that solve it, in the notation of the game; may be empty. */
  readonly moves: readonly string[];
  readonly words: string;
}

/** The maximum number of positions on a sheet (`MOST_POSITIONS` of crates/paper). */
export const MOST_TASKS = 240;

const parted = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

/** A line of the list. Line breaks and separators within its parts are removed. */
export function lineOf(fen: string, moves: readonly string[] = [], words = ''): string {
  const clean = (text: string): string => text.replace(/[|\s]+/g, ' ').trim();
  const parts = [clean(fen), clean(moves.join(' ')), clean(words)];
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.join(' | ');
}

/** The list with additional lines. */
export function withLines(positions: string, lines: readonly string[]): string {
  return [positions.trim(), ...lines].filter((part) => part !== '').join('\n');
}

/** The positions in a list. They may be unplayable. */
export function tasksOf(list: string): Task[] {
  const lines = list.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(0, MOST_TASKS).map((line) => {
    const [fen = '', moves = '', ...words] = line.split('|');
    return { fen: fen.trim(), moves: parted(moves), words: words.join('|').trim() };
  });
}

/** A single position, as in an address. */
export const taskOf = (fen: string, moves = '', words = ''): Task => ({ fen, moves: parted(moves), words });
