/**
 * The data of a rating plot over time: a point for each game, the dates below, and the same as text
 * for screen readers.
 */
import type { CoursePoint } from '../../api/types';

/** A point of the plot: `x` from 0 to 1, and the rating. */
export interface PlotPoint {
  x: number;
  rating: number;
}

/** A mark below the plot. */
export interface DateMark {
  x: number;
  at_ms: number;
}

/** Whether the marks are months and years, days, or hours. */
export type MarkUnit = 'month' | 'day' | 'hour';

/** A row of the table: a day or a month. */
export interface CourseRow {
  /** When its last game ended. */
  at_ms: number;
  games: number;
  /** The rating after its last game, and its lowest and highest ratings. */
  rating: number;
  lowest: number;
  highest: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The maximum number of columns of points: more are not visible. */
const COLUMNS = 300;
/** The maximum number of rows of the table; with more days the rows are months. */
const MOST_DAYS = 40;

/** The points of the games by time. If all ended at one moment, they are side by side. */
export function placed(course: readonly CoursePoint[]): PlotPoint[] {
  const [first, last] = [course[0]?.at_ms ?? 0, course.at(-1)?.at_ms ?? 0];
  const span = last - first;
  // If nodes had different clocks, a game may lie slightly before its predecessor.
  const at = (point: CoursePoint, i: number): number => (span > 0 ? Math.min(1, Math.max(0, (point.at_ms - first) / span)) : i / Math.max(1, course.length - 1));
  return course.map((point, i) => ({ x: at(point, i), rating: point.rating }));
}

/**
 * The points without those that are not visible: of each column the first, the lowest, the highest
 * and the last.
 */
export function thinned(points: readonly PlotPoint[], columns = COLUMNS): PlotPoint[] {
  if (points.length <= columns) return [...points];
  const kept = new Set<PlotPoint>();
  let column: PlotPoint[] = [];
  const close = (): void => {
    const byRating = [...column].sort((a, b) => a.rating - b.rating);
    for (const point of [column[0], byRating[0], byRating.at(-1), column.at(-1)]) if (point) kept.add(point);
  };
  for (const point of points) {
    const before = column[0];
    if (before && Math.floor(point.x * columns) !== Math.floor(before.x * columns)) {
      close();
      column = [];
    }
    column.push(point);
  }
  close();
  return points.filter((point) => kept.has(point));
}

/**
 * Up to `most` dates between the first and the last game, in steps of whole hours, days, months or
 * years of this device's calendar.
 */
export function dateMarks(first_ms: number, last_ms: number, most = 5): { grain: MarkUnit; marks: DateMark[] } {
  const span = last_ms - first_ms;
  if (span <= 0) return { grain: 'day', marks: [{ x: 0, at_ms: first_ms }] };
  const steps: { grain: MarkUnit; of: number; next: (at: Date, n: number) => Date }[] = [
    ...[1, 2, 3, 6, 12].map((n) => ({ grain: 'hour' as const, of: n * HOUR_MS, next: (at: Date, k: number) => new Date(at.getFullYear(), at.getMonth(), at.getDate(), Math.floor(at.getHours() / n) * n + n * k) })),
    ...[1, 2, 7, 14].map((n) => ({ grain: 'day' as const, of: n * DAY_MS, next: (at: Date, k: number) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + n * k) })),
    ...[1, 2, 3, 6, 12, 24, 60, 120].map((n) => ({ grain: 'month' as const, of: n * 30.4 * DAY_MS, next: (at: Date, k: number) => new Date(at.getFullYear(), Math.floor(at.getMonth() / Math.min(n, 12)) * Math.min(n, 12) + n * k, 1) })),
  ];
  const step = steps.find(({ of }) => span / of <= most) ?? steps.at(-1)!;
  const marks: DateMark[] = [];
  for (let k = 0; marks.length < most && k <= most + 1; k += 1) {
    const at_ms = step.next(new Date(first_ms), k).getTime();
    if (at_ms > last_ms) break;
    if (at_ms >= first_ms) marks.push({ x: (at_ms - first_ms) / span, at_ms });
  }
  // For games within an hour, or within a day between two marks, the first game is the mark.
  return { grain: step.grain, marks: marks.length > 0 ? marks : [{ x: 0, at_ms: first_ms }] };
}

/**
 * The rows of the table, the latest first: a day with games each, or a month if there are many
 * days.
 */
export function courseRows(course: readonly CoursePoint[]): { grain: 'day' | 'month'; rows: CourseRow[] } {
  const byDay = grouped(course, (at) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`);
  if (byDay.length <= MOST_DAYS) return { grain: 'day', rows: byDay };
  return { grain: 'month', rows: grouped(course, (at) => `${at.getFullYear()}-${at.getMonth()}`) };
}

function grouped(course: readonly CoursePoint[], keyOf: (at: Date) => string): CourseRow[] {
  const rows = new Map<string, CourseRow>();
  for (const { at_ms, rating } of course) {
    const key = keyOf(new Date(at_ms));
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { at_ms, games: 1, rating, lowest: rating, highest: rating });
    else rows.set(key, { at_ms: Math.max(at_ms, row.at_ms), games: row.games + 1, rating, lowest: Math.min(row.lowest, rating), highest: Math.max(row.highest, rating) });
  }
  return [...rows.values()].reverse();
}
