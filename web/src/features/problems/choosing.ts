/**
 * Chooses the next problem: by the filter, near the user's level, not seen recently. Chooses the
 * problem of the day, the same for all users of a collection. Pure: the date and random numbers are
 * parameters.
 */
import { themesOf, type Counts, type Problem, type ProblemIndex } from './problem';

/** The filter. Null fields do not restrict. */
export interface ProblemFilter {
  /** The code of a theme, of a named shot, of a family of shots or of a device. */
  theme: string | null;
  /** The first moves of the game from which the problem comes. */
  opening: string | null;
  /** The level in Elo. */
  level: number | null;
  /** The maximum number of pieces on the board. */
  pieces: number | null;
}

export const ANYTHING: ProblemFilter = { theme: null, opening: null, level: null, pieces: null };

/** Whether a problem matches the filter. The level affects the order only. */
export function fits(wish: ProblemFilter, problem: Problem): boolean {
  return (
    (wish.theme === null || themesOf(problem).includes(wish.theme)) &&
    (wish.opening === null || problem.opening === wish.opening || problem.opening.startsWith(`${wish.opening} `)) &&
    (wish.pieces === null || problem.pieces <= wish.pieces)
  );
}

/** The numbers of the parts that may contain a match, those nearest to the level first. */
export function partsFor(wish: ProblemFilter, index: ProblemIndex, level: number): number[] {
  const has = (counts: readonly number[] | undefined, part: number): boolean => (counts?.[part] ?? 0) > 0;
  const any = (counts: Counts, wanted: (key: string) => boolean, part: number): boolean =>
    Object.entries(counts).some(([key, found]) => wanted(key) && has(found, part));
  const distance = (part: number): number => {
    const { from, to } = index.parts[part] ?? { from: 0, to: 0 };
    return level < from ? from - level : level > to ? level - to : 0;
  };
  return index.parts
    .map((_, part) => part)
    .filter(
      (part) =>
        (wish.theme === null || [index.themes, index.names, index.families, index.devices].some((counts) => has(counts[wish.theme ?? ''], part))) &&
        (wish.opening === null || any(index.openings, (key) => key === wish.opening || key.startsWith(`${wish.opening} `), part)) &&
        (wish.pieces === null || any(index.pieces, (key) => Number(key) <= (wish.pieces ?? 0), part)),
    )
    .sort((a, b) => distance(a) - distance(b));
}

/** The random choice is among this many of the nearest problems. */
const NEAREST = 12;

/**
 * Chooses one of these problems: an unseen one near the level, at random, or else the one seen
 * longest ago. `seen` maps ids to the time at which a problem was last seen; `random` is a random
 * number from 0 up to 1.
 */
export function choose(problems: readonly Problem[], level: number, seen: ReadonlyMap<string, number>, random: number): Problem | null {
  const fresh = problems.filter(({ id }) => !seen.has(id));
  if (fresh.length === 0) {
    return problems.reduce<Problem | null>((oldest, it) => (!oldest || (seen.get(it.id) ?? 0) < (seen.get(oldest.id) ?? 0) ? it : oldest), null);
  }
  const near = fresh.sort((a, b) => Math.abs(a.rating - level) - Math.abs(b.rating - level)).slice(0, NEAREST);
  return near[Math.floor(random * near.length)] ?? null;
}

/**
 * Chooses this many problems for a class: at random among the three times as many nearest to the
 * level, sorted by rating. `random` returns a random number from 0 up to 1.
 */
export function chooseSeveral(problems: readonly Problem[], level: number, wanted: number, random: () => number): Problem[] {
  const distance = ({ rating }: Problem): number => Math.abs(rating - level);
  const near = [...problems].sort((a, b) => distance(a) - distance(b)).slice(0, 3 * wanted);
  const chosen: Problem[] = [];
  while (chosen.length < wanted && near.length > 0) chosen.push(...near.splice(Math.floor(random() * near.length), 1));
  return chosen.sort((a, b) => a.rating - b.rating);
}

/** The local date, as `2026-11-25`. */
export function dayOf(time_ms: number): string {
  const date = new Date(time_ms);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The number of what is shown on a day, among this many; the same for everyone. `of` is the name of
 * the series.
 */
export function placeOnDay(of: string, day: string, count: number): number {
  return hash(`${of} ${day}`) % count;
}

/** The share of the problems, ordered by rating, from which the problem of the day is taken. */
const OF_DAY = { from: 0.2, to: 0.6 };

/** The part and the position of the problem of the day; null in an empty collection. */
export function placeOfDay(index: ProblemIndex, day: string): { part: number; place: number } | null {
  if (index.problems === 0) return null;
  const from = Math.floor(OF_DAY.from * index.problems);
  const count = Math.max(1, Math.floor(OF_DAY.to * index.problems) - from);
  let place = from + placeOnDay(index.variant, day, count);
  for (const [part, { problems }] of index.parts.entries()) {
    if (place < problems) return { part, place };
    place -= problems;
  }
  return null;
}

/** FNV-1a in 32 bits with a final mix: consecutive dates differ in one character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
