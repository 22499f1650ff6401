/** The plot of a rating over time: positions, dates and the table. */
import { describe, expect, it } from 'vitest';
import type { CoursePoint } from '../../../src/api/types';
import { courseRows, dateMarks, placed, thinned } from '../../../src/features/ratings/plot';

const DAY = 86_400_000;
const at = (year: number, month: number, day: number, hour = 12): number => new Date(year, month - 1, day, hour).getTime();
const point = (at_ms: number, rating: number): CoursePoint => ({ at_ms, rating, deviation: 50 });

describe('the positions of games in the plot', () => {
  it('are proportional to their dates', () => {
    const first = at(2026, 1, 1);
    const places = placed([point(first, 1500), point(first + DAY, 1510), point(first + 10 * DAY, 1490)]);
    expect(places.map(({ x }) => x)).toEqual([0, 0.1, 1]);
    expect(places.map(({ rating }) => rating)).toEqual([1500, 1510, 1490]);
  });

  it('are evenly spaced if all games ended at the same time', () => {
    expect(placed([point(5, 1), point(5, 2), point(5, 3)]).map(({ x }) => x)).toEqual([0, 0.5, 1]);
    expect(placed([point(5, 1)]).map(({ x }) => x)).toEqual([0]);
    expect(placed([])).toEqual([]);
  });

  it('stay within the plot if the clocks of the nodes differed', () => {
    expect(placed([point(100, 1), point(50, 2), point(200, 3)]).map(({ x }) => x)).toEqual([0, 0, 1]);
  });
});

describe('many games', () => {
  const many = placed(Array.from({ length: 1000 }, (_, i) => point(i * DAY, i === 501 ? 2400 : i === 777 ? 900 : 1500)));

  it('are thinned without losing peaks, the first and the last game', () => {
    const few = thinned(many, 50);
    expect(few.length).toBeLessThanOrEqual(4 * 51);
    expect(few.map(({ rating }) => rating)).toEqual(expect.arrayContaining([2400, 900]));
    expect(few[0]).toBe(many[0]);
    expect(few.at(-1)).toBe(many.at(-1));
    expect(few.map(({ x }) => x)).toEqual(few.map(({ x }) => x).sort((a, b) => a - b));
  });

  it('are not thinned if they are few', () => expect(thinned(many.slice(0, 40), 50)).toEqual(many.slice(0, 40)));
});

describe('the dates of the axis', () => {
  it.each([
    ['an evening', at(2026, 3, 4, 18), at(2026, 3, 4, 23), 'hour'],
    ['some days', at(2026, 3, 1), at(2026, 3, 9), 'day'],
    ['a season', at(2025, 9, 3), at(2026, 5, 20), 'month'],
    ['ten years', at(2016, 2, 3), at(2026, 5, 20), 'month'],
  ])('of %s are few, at full units and within the plot', (_, first, last, grain) => {
    const found = dateMarks(first, last);
    expect(found.grain).toBe(grain);
    expect(found.marks.length).toBeGreaterThan(1);
    expect(found.marks.length).toBeLessThanOrEqual(5);
    for (const { x, at_ms } of found.marks) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      const date = new Date(at_ms);
      expect([date.getMinutes(), date.getSeconds()]).toEqual([0, 0]);
      if (grain !== 'hour') expect(date.getHours()).toBe(0);
      if (grain === 'month') expect(date.getDate()).toBe(1);
    }
  });

  it('are the beginnings of years over several years', () => {
    const { marks } = dateMarks(at(2016, 2, 3), at(2026, 5, 20));
    expect(marks.every(({ at_ms }) => new Date(at_ms).getMonth() === 0)).toBe(true);
  });

  it('are a single one for a span without a boundary', () => {
    expect(dateMarks(7, 7).marks).toEqual([{ x: 0, at_ms: 7 }]);
    const first = at(2026, 3, 4, 18) + 60_000;
    expect(dateMarks(first, first + 120_000).marks).toEqual([{ x: 0, at_ms: first }]);
  });
});

describe('the table of ratings', () => {
  it('has a row for each day with a game, the latest first', () => {
    const { grain, rows } = courseRows([point(at(2026, 1, 1, 9), 1500), point(at(2026, 1, 1, 10), 1480), point(at(2026, 1, 1, 11), 1520), point(at(2026, 2, 1), 1510)]);
    expect(grain).toBe('day');
    expect(rows.map(({ games, rating, lowest, highest }) => [games, rating, lowest, highest])).toEqual([
      [1, 1510, 1510, 1510],
      [3, 1520, 1480, 1520],
    ]);
  });

  it('has a row for each month if there are many days', () => {
    const { grain, rows } = courseRows(Array.from({ length: 100 }, (_, i) => point(at(2026, 1, 1 + i), 1500 + i)));
    expect(grain).toBe('month');
    expect(rows.map(({ games }) => games)).toEqual([10, 31, 28, 31]);
  });
});
