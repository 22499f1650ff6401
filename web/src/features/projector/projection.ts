/**
 * What is projected: positions one after another, each with the solution that stays hidden, the moves shown so far, and the hands raised
 * for a move. Plain values and pure functions; the screen `Project.svelte` shows them and asks the rules.
 */
import type { Task } from '../../rules/position-list';

export interface Projection {
  readonly tasks: readonly [Task, ...Task[]];
  /** Which of them is shown, from 0. */
  readonly at: number;
  /** The moves shown on the board: of the solution, or those tried instead. */
  readonly line: readonly string[];
  /** Nothing is shown, so that everybody looks at the teacher. */
  readonly blank: boolean;
  /** The hands for each move, by its long form; null while no vote is held. */
  readonly hands: Readonly<Record<string, number>> | null;
}

/** Begins with the position of this number, or the nearest that there is. */
export function projected(tasks: readonly [Task, ...Task[]], at = 0): Projection {
  return { tasks, at: Math.max(0, Math.min(tasks.length - 1, at)), line: [], blank: false, hands: null };
}

export function shown({ tasks, at }: Projection): Task {
  return tasks[at] ?? tasks[0];
}

/** Whether everything shown is of the solution. */
export function follows(it: Projection): boolean {
  const { moves } = shown(it);
  return it.line.every((move, n) => move === moves[n]);
}

/** The move that is shown next; null at the end of the solution and beside it. */
export function upcoming(it: Projection): string | null {
  return follows(it) ? (shown(it).moves[it.line.length] ?? null) : null;
}

/** Whether everything of this position was shown, and there is another one after it. */
export function passes(it: Projection): boolean {
  return follows(it) && upcoming(it) === null && it.at + 1 < it.tasks.length;
}

/** Another position, from its beginning; the same projection where there is none. */
export function turnedTo(it: Projection, at: number): Projection {
  return at in it.tasks && at !== it.at ? projected(it.tasks, at) : it;
}

/**
 * One move further, and after the last one the next position: a remote control has no other key for it. A black screen is first made
 * light again.
 */
export function stepped(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  const next = upcoming(it);
  if (next !== null) return { ...it, line: [...it.line, next] };
  return passes(it) ? turnedTo(it, it.at + 1) : it;
}

/** One move back, and before the first one the position before, its solution hidden again. */
export function steppedBack(it: Projection): Projection {
  if (it.blank) return { ...it, blank: false };
  return it.line.length === 0 ? turnedTo(it, it.at - 1) : { ...it, line: it.line.slice(0, -1) };
}

/** A move proposed by the audience, tried on the board. `text` is in the notation of the rules. */
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

/** The most votes for a move: more than any audience has. */
const MOST = 999;

/** One hand more or fewer for a move. */
export function raised(it: Projection, long: string, by: 1 | -1): Projection {
  if (!it.hands) return it;
  const hands = Math.min(MOST, Math.max(0, (it.hands[long] ?? 0) + by));
  return { ...it, hands: { ...it.hands, [long]: hands } };
}

/** What a key of a keyboard or a remote control does; null for nothing. */
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
    // Remote controls send F5 or Escape for "begin" and "end"; the browser keeps both for itself.
    case 'f': case 'F':
      return 'full';
    case 'x': case 'X':
      return 'flip';
    default:
      return null;
  }
}
