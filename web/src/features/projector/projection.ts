/**
 * The state of the projector: the positions, each with its hidden solution, the displayed moves,
 * and the votes. Immutable values and pure functions; `Project.svelte` displays them and queries
 * the rules.
 */
import type { Task } from '../../rules/position-list';

export interface Projection {
  readonly tasks: readonly [Task, ...Task[]];
  /** The index of the current position, from 0. */
  readonly at: number;
  /** The moves on the board: of the solution, or those tried instead. */
  readonly line: readonly string[];
  /** Whether the screen is black, so that pupils look at the teacher. */
  readonly blank: boolean;
  /** The votes for each move, by its long form; null without a vote. */
  readonly hands: Readonly<Record<string, number>> | null;
}

/** Begins with the position of this index, limited to the existing ones. */
export function projected(tasks: readonly [Task, ...Task[]], at = 0): Projection {
  return { tasks, at: Math.max(0, Math.min(tasks.length - 1, at)), line: [], blank: false, hands: null };
}

export function shown({ tasks, at }: Projection): Task {
  return tasks[at] ?? tasks[0];
}

/** Whether all displayed moves are of the solution. */
export function follows(it: Projection): boolean {
  const { moves } = shown(it);
  return it.line.every((move, n) => move === moves[n]);
}

/** The next move of the solution; null at its end and after other moves. */
export function upcoming(it: Projection): string | null {
  return follows(it) ? (shown(it).moves[it.line.length] ?? null) : null;
}

/** Whether the solution is complete and another position follows. */
export function passes(it: Projection): boolean {
  return follows(it) && upcoming(it) === null && it.at + 1 < it.tasks.length;
}

/** Goes to another position, from its beginning; the same projection if there is none. */
export function turnedTo(it: Projection, at: number): Projection {
  return at in it.tasks && at !== it.at ? projected(it.tasks, at) : it;
}

/**
 * One move forward, and after the last one to the next position, because a remote control has no
 * other key for it. From a black screen it first returns to the board.
 */
export function stepped(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  const next = upcoming(it);
  if (next !== null) return { ...it, line: [...it.line, next] };
  return passes(it) ? turnedTo(it, it.at + 1) : it;
}

/** One move back, and before the first one to the previous position with its solution hidden. */
export function steppedBack(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  return it.line.length === 0 ? turnedTo(it, it.at - 1) : { ...it, line: it.line.slice(0, -1) };
}

/** Plays a move proposed by the audience. `text` is in the notation of the rules. */
export function tried(it: Projection, text: string): Projection {
  return { ...it, line: [...it.line, text] };
}

export function blanked(it: Projection): Projection {
  return { ...it, blank: !it.blank };
}

/** Begins a vote in the current position, or ends it and drops the votes. */
export function voting(it: Projection): Projection {
  return { ...it, hands: it.hands ? null : {} };
}

/** The maximum number of votes for a move. */
const MAX_VOTES = 999;

/** Adds or removes a vote for a move. */
export function raised(it: Projection, long: string, by: 1 | -1): Projection {
  if (!it.hands) return it;
  const hands = Math.min(MAX_VOTES, Math.max(0, (it.hands[long] ?? 0) + by));
  return { ...it, hands: { ...it.hands, [long]: hands } };
}

/** The action of a key of a keyboard or a remote control; null for none. */
export type Command = 'next' | 'previous' | 'first' | 'following' | 'before' | 'blank' | 'vote' | 'full' | 'flip';

export function commandOf(key: string): Command | null {
  switch (key) {
    case 'PageDown': case 'ArrowRight': case 'ArrowDown': case ' ': case 'Enter':
      return 'next';
    case 'PageUp': case 'ArrowLeft': case 'ArrowUp': case 'Backspace':
      return 'previous';
    case 'Home':
      return 'first';
    case 'n': case 'N':
      return 'following';
    case 'p': case 'P':
      return 'before';
    case 'b': case 'B': case '.':
      return 'blank';
    case 'v': case 'V':
      return 'vote';
    // Remote controls send F5 and Escape for "begin" and "end", which the browser reserves.
    case 'f': case 'F':
      return 'full';
    case 'x': case 'X':
      return 'flip';
    default:
      return null;
  }
}
