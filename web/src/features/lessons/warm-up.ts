/**
 * The warm-up before a lesson: a few exercises of earlier lessons, mixed. Those that spaced repetition
 * asks for come first; the others change from day to day.
 */
import type { Exercise, Lesson } from './lesson';

/** An exercise by its lesson and its index. */
export interface Place {
  lesson: string;
  exercise: number;
}

export interface WarmUpTask extends Place {
  task: Exercise;
  of: Lesson;
}

const LENGTH = 3;

/** Short exercises that stand by themselves. */
const SHORT: readonly Exercise['kind'][] = ['tap', 'count', 'choose', 'predict', 'play', 'trace', 'sort', 'name', 'write'];

/** `finished` are the lessons already done, in the order of the course; `due` what should be repeated; `day` counts the days. */
export function warmUp(finished: readonly Lesson[], due: readonly Place[], day: number): WarmUpTask[] {
  const found = new Map<string, WarmUpTask>();
  const add = (of: Lesson, exercise: number): void => {
    const task = of.exercises[exercise];
    if (task && SHORT.includes(task.kind) && found.size < LENGTH) found.set(`${of.id} ${exercise}`, { lesson: of.id, exercise, task, of });
  };
  for (const { lesson, exercise } of due) {
    const of = finished.find(({ id }) => id === lesson);
    if (of) add(of, exercise);
  }
  // One exercise of each lesson: one of the last two lessons, then older ones, others every day.
  const free = finished.toReversed().filter(({ id }) => ![...found.values()].some(({ lesson }) => lesson === id));
  const [newest = [], other = []] = turned(free.slice(0, 2), day).map((of) => [of]);
  for (const of of [...newest, ...turned(free.slice(2), 2 * day), ...other]) {
    const short = of.exercises.flatMap(({ kind }, exercise) => (SHORT.includes(kind) ? [exercise] : []));
    add(of, short[day % Math.max(1, short.length)] ?? -1);
  }
  return [...found.values()];
}

/** The same items, begun at another one. */
function turned<T>(items: readonly T[], by: number): T[] {
  const from = items.length > 0 ? by % items.length : 0;
  return [...items.slice(from), ...items.slice(0, from)];
}

/** How long the reviews may take to be read before the lesson begins without them, in milliseconds. */
const DUE_TIMEOUT_MS = 1_500;

/** The exercises that spaced repetition asks for today; none if they cannot be read. */
export async function dueExercises(now_ms: number): Promise<readonly Place[]> {
  const read = import('../problems/training.svelte').then(({ training }) => training.dueExercises(now_ms));
  const late = new Promise<readonly Place[]>((resolve) => setTimeout(resolve, DUE_TIMEOUT_MS, []));
  return Promise.race([read.catch(() => []), late]);
}
