/**
 * Sets of problems that a teacher assigns to a class. A set is identified by its name alone, which encodes its variant, theme, level, size and random seed, so
 * that every device chooses the same problems. The server stores the name like that of a lesson, and knows no problems. Pure.
 */
import type { Stars } from '../lessons/stars';
import type { Problem } from '../problems/problem';
import { ANYTHING, type ProblemFilter } from '../problems/choosing';

export interface ProblemSet {
  variant: string;
  /** The code of a shot's name, family or device; null for any. */
  theme: string | null;
  /** In Elo. */
  level: number;
  size: number;
  /** The random seed: three letters or digits. */
  lot: string;
}

export const SET_SIZES: readonly number[] = [3, 6, 12];
/** The longest name that the server accepts (`MAX_LESSON_NAME` in crates/people). */
const LONGEST = 40;
const PATTERN = /^set-([1-9]\d?)-([1-9]\d{2,3})-([a-z0-9]{3})-([a-z]{2})(?:-([a-z][a-z-]*))?$/;

/** The first two letters identify a variant; `games` are those with problems. */
const short = (variant: string): string => variant.slice(0, 2);

/** The name of a set; null if it would be too long. */
export function setName({ variant, theme, level, size, lot }: ProblemSet): string | null {
  const name = ['set', size, level, lot, short(variant), ...(theme === null ? [] : [theme])].join('-');
  return name.length <= LONGEST && PATTERN.test(name) ? name : null;
}

/** Whether an assignment is a set of problems, of any variant. */
export const isSet = (name: string): boolean => PATTERN.test(name);

/** The set of a name; null for another name, or a variant without problems here. */
export function setOf(name: string, games: readonly string[]): ProblemSet | null {
  const [, size = '', level = '', lot = '', game = '', theme] = PATTERN.exec(name) ?? [];
  const variant = games.find((it) => short(it) === game);
  return variant === undefined ? null : { variant, theme: theme ?? null, level: Number(level), size: Number(size), lot };
}

/** The size of a set by its name; 0 for another name. */
export const sizeOf = (name: string): number => Number(PATTERN.exec(name)?.[1] ?? 0);

/** Draws a random seed; `random` returns a random number in [0, 1). */
export function randomSeed(random: () => number): string {
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 3 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}

interface Source {
  /** Throws if a part that may contain them cannot be fetched. */
  severalOf(wish: ProblemFilter, level: number, wanted: number, random: () => number): Promise<Problem[]>;
}

/** The problems of a set, the easier ones first: the same on every device. Throws if they cannot be fetched. */
export function problemsOf(set: ProblemSet, source: Source): Promise<Problem[]> {
  return source.severalOf({ ...ANYTHING, theme: set.theme }, set.level, set.size, seededRandom(set.lot));
}

/** A random generator seeded with a name (mulberry32 on its FNV-1a). */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface SetProgress {
  /** The number of solved problems. */
  place: number;
  /** Hints, including shown solutions. */
  hints: number;
  /** Wrong moves, in total and at the current problem. */
  wrong: number;
  tries: number;
  stars: Stars;
}

export const NOT_BEGUN: SetProgress = { place: 0, hints: 0, wrong: 0, tries: 0, stars: 0 };

/** The number of sets whose progress is stored. */
export const MOST_SETS = 12;

/** Reads the progress in sets by name, the oldest first; invalid entries are dropped. */
export function readSets(text: string | null): Record<string, SetProgress> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, SetProgress] => isSet(entry[0]) && isProgress(entry[1])));
  } catch {
    return {};
  }
}

/** Adds or updates a set as the newest; the oldest are dropped. */
export function withSet(sets: Readonly<Record<string, SetProgress>>, name: string, progress: SetProgress): Record<string, SetProgress> {
  const { [name]: _before, ...others } = sets;
  return Object.fromEntries([...Object.entries(others), [name, progress] as const].slice(-MOST_SETS));
}

function isProgress(value: unknown): value is SetProgress {
  const it = value as Record<string, unknown> | null;
  const isCount = (name: string): boolean => Number.isInteger(it?.[name]) && (it?.[name] as number) >= 0 && (it?.[name] as number) <= 999;
  return typeof it === 'object' && it !== null && ['place', 'hints', 'wrong', 'tries', 'stars'].every(isCount) && (it['stars'] as number) <= 3;
}
