/**
 * Splits progress into the parts that an account stores: lessons, cards, and one part for each week
 * of tries. Parts of past weeks do not change, so syncing sends little. Merging parts is
 * commutative and idempotent, so all devices reach the same state.
 */
import { parseCourse, type Course } from '../lessons/progress.svelte';
import { readBack, written } from '../problems/exchange';
import { united, type StoredTraining } from '../problems/log';

export interface Progress {
  course: Course;
  training: StoredTraining;
}

/** The text of each part by its name. Deterministic: equal progress gives equal texts. */
export type Parts = Map<string, string>;

const WEEK_MS = 7 * 24 * 3_600_000;
const LESSONS = 'lessons';
const CARDS = 'cards';

export function partsOf({ course, training }: Progress): Parts {
  const parts: Parts = new Map();
  if (course.begun_ms > 0 || Object.keys(course.lessons).length > 0 || Object.keys(course.exams).length > 0) parts.set(LESSONS, ordered(course));
  const { cards, forgotten } = training;
  if (cards.length > 0 || forgotten.length > 0) {
    // The memory state of a card is recomputed from its reviews.
    const bare = cards.map((card) => ({ ...card, memory: null }));
    parts.set(CARDS, ordered({ cards: by(bare, ({ id }) => id), forgotten: by(forgotten, ({ id }) => id) }));
  }
  for (const [week, { attempts, runs, reviews }] of weeksOf(training)) {
    parts.set(
      week,
      ordered({
        // Strengths are not synced: each device recomputes them from all tries.
        attempts: by(attempts.map((it) => (it.against ? { ...it, strength: null } : it)), (it) => `${it.at_ms} ${it.problem}`),
        runs: by(runs, (it) => String(it.at_ms)),
        reviews: by(reviews, (it) => `${it.at_ms} ${it.card}`),
      }),
    );
  }
  return parts;
}

/** Reads the parts from the account; invalid entries are skipped. */
export function progressOfParts(parts: ReadonlyMap<string, unknown>): Progress {
  const lists: StoredTraining = { attempts: [], runs: [], cards: [], reviews: [], forgotten: [] };
  for (const [name, part] of parts) {
    if (name === LESSONS || typeof part !== 'object' || part === null) continue;
    const read = readBack(written(part as StoredTraining));
    if (!read) continue;
    lists.attempts.push(...read.kept.attempts);
    lists.runs.push(...read.kept.runs);
    lists.cards.push(...read.kept.cards);
    lists.reviews.push(...read.kept.reviews);
    lists.forgotten.push(...read.kept.forgotten);
  }
  const none: StoredTraining = { attempts: [], runs: [], cards: [], reviews: [], forgotten: [] };
  return { course: parseCourse(parts.get(LESSONS)), training: united(none, lists) };
}

type Week = Pick<StoredTraining, 'attempts' | 'runs' | 'reviews'>;

function weeksOf({ attempts, runs, reviews }: StoredTraining): Map<string, Week> {
  const weeks = new Map<string, Week>();
  const of = (at_ms: number): Week => {
    const name = `week-${Math.floor(at_ms / WEEK_MS)}`;
    const week = weeks.get(name) ?? { attempts: [], runs: [], reviews: [] };
    weeks.set(name, week);
    return week;
  };
  for (const it of attempts) of(it.at_ms).attempts.push(it);
  for (const it of runs) of(it.at_ms).runs.push(it);
  for (const it of reviews) of(it.at_ms).reviews.push(it);
  return weeks;
}

function by<T>(entries: readonly T[], key: (it: T) => string): T[] {
  const keyed = entries.map((it) => [key(it), it] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, it]) => it);
}

/** JSON with sorted keys, so that two devices write the same text. */
export function ordered(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    typeof it === 'object' && it !== null && !Array.isArray(it) ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1))) : it,
  );
}
