/** What is shown of the rating of problems. */
import { expect, it } from 'vitest';
import { lastRuns, ratingAfter } from '../../../src/features/problems/results';
import type { Strength } from '../../../src/rules/model';

const strength = (rating: number, deviation: number): Strength => ({ rating, deviation, volatility: 0.06 });

it('a provisional rating is not shown after a try', () => {
  expect(ratingAfter(null, strength(1104, 253))).toBeNull();
  expect(ratingAfter(strength(1104, 120), strength(1130, 111))).toBeNull();
  expect(ratingAfter(strength(1130, 111), strength(1150, 109))).toEqual({ now: 1150, by: null });
  expect(ratingAfter(strength(1150, 109), strength(1139.6, 105))).toEqual({ now: 1140, by: -10 });
});

it('the last runs of a kind and a game are listed, the latest first', () => {
  const run = (at_ms: number, kind: 'minutes' | 'streak', variant = 'international') => ({ at_ms, kind, variant, solved: at_ms });
  const runs = [run(1, 'minutes'), run(3, 'minutes'), run(4, 'streak'), run(2, 'minutes'), run(5, 'minutes', 'russian')];
  expect(lastRuns(runs, 'minutes', 'international', 2).map(({ at_ms }) => at_ms)).toEqual([3, 2]);
});
