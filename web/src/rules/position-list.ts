/**
 * A list of positions as text, one a line: `FEN | moves | words`, the moves and words being optional. It is what the print studio's field
 * holds, what `damier print` reads from a file, and how an address carries several positions to the print studio and the projector. Pure.
 */

/** A position of a list. */
export interface Task {
  readonly fen: string;
  /** The moves that solve it, in the notation of the game; may be none. */
  readonly moves: readonly string[];
  readonly words: string;
}

/** As many positions as a sheet may have (`MOST_POSITIONS` of crates/paper). */
export const MOST_TASKS = 240;

const parted = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

/** A line of the list. What would end the line or the part is taken out. */
export function lineOf(fen: string, moves: readonly string[] = [], words = ''): string {
  const clean = (text: string): string => text.replace(/[|\s]+/g, ' ').trim();
  const parts = [clean(fen), clean(moves.join(' ')), clean(words)];
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.join(' | ');
}

/** The list with more lines. */
export function withLines(positions: string, lines: readonly string[]): string {
  return [positions.trim(), ...lines].filter((part) => part !== '').join('\n');
}

/** The positions of a list. Whether they can be played is for the rules to say. */
export function tasksOf(list: string): Task[] {
  const lines = list.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(0, MOST_TASKS).map((line) => {
    const [fen = '', moves = '', ...words] = line.split('|');
    return { fen: fen.trim(), moves: parted(moves), words: words.join('|').trim() };
  });
}

/** A position by itself, as an address has it. */
export const taskOf = (fen: string, moves = '', words = ''): Task => ({ fen, moves: parted(moves), words });
