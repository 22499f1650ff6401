/**
 * What is projected: a position, the solution that stays hidden, the moves shown so far, and the hands raised for a move. Plain values and
 * pure functions; the screen `pages/Project.svelte` shows them and asks the rules.
 */

export interface Projection {
  readonly fen: string;
  /** The moves of the solution, in the notation of the game; may be none. */
  readonly solution: readonly string[];
  /** The moves shown on the board: of the solution, or what somebody played instead. */
  readonly line: readonly string[];
  /** Nothing is shown, so that everybody looks at the teacher. */
  readonly blank: boolean;
  /** The hands for each move, by its long form; null while no vote is held. */
  readonly hands: Readonly<Record<string, number>> | null;
}

export function projected(fen: string, solution: readonly string[]): Projection {
  return { fen, solution, line: [], blank: false, hands: null };
}

/** Whether everything shown is of the solution. */
export function follows({ line, solution }: Projection): boolean {
  return line.every((move, n) => move === solution[n]);
}

/** The move that is shown next; null at the end of the solution and beside it. */
export function upcoming(it: Projection): string | null {
  return follows(it) ? (it.solution[it.line.length] ?? null) : null;
}

/** One move further. A black screen is first made light again, as a remote control has no other key for it. */
export function stepped(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  const next = upcoming(it);
  return next === null ? it : { ...it, line: [...it.line, next] };
}

/** One move back. */
export function steppedBack(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  return { ...it, line: it.line.slice(0, -1) };
}

/** A move of somebody in the room, tried on the board. `text` is as the rules write it. */
export function tried(it: Projection, text: string): Projection {
  return { ...it, line: [...it.line, text] };
}

export function blanked(it: Projection): Projection {
  return { ...it, blank: !it.blank };
}

/** Begins a vote about the position shown, or ends it and forgets the hands. */
export function voting(it: Projection): Projection {
  return { ...it, hands: it.hands ? null : {} };
}

/** The most hands for a move: more than any room holds. */
const MOST = 999;

/** One hand more or fewer for a move. */
export function raised(it: Projection, long: string, by: 1 | -1): Projection {
  if (!it.hands) return it;
  const hands = Math.min(MOST, Math.max(0, (it.hands[long] ?? 0) + by));
  return { ...it, hands: { ...it.hands, [long]: hands } };
}

/** What a key of a keyboard or a remote control does; null for nothing. */
export type Command = 'next' | 'previous' | 'first' | 'blank' | 'vote' | 'full' | 'flip';

export function commandOf(key: string): Command | null {
  switch (key) {
    case 'PageDown': case 'ArrowRight': case 'ArrowDown': case ' ': case 'Enter':
      return 'next';
    case 'PageUp': case 'ArrowLeft': case 'ArrowUp': case 'Backspace':
      return 'previous';
    case 'Home':
      return 'first';
    case 'b': case 'B': case '.':
      return 'blank';
    case 'v': case 'V':
      return 'vote';
    // Remote controls send F5 or Escape for "begin" and "end"; the browser keeps both for itself.
    case 'f': case 'F':
      return 'full';
    case 'x': case 'X':
      return 'flip';
    default:
      return null;
  }
}
