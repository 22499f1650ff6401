/** What is shown of the rating of problems. */
import { expect, it } from 'vitest';
import { ratingAfter } from '../../../src/features/problems/results';
import type { Strength } from '../../../src/rules/model';

const strength = (rating: number, deviation: number): Strength => ({ rating, deviation, volatility: 0.06 });

it('a provisional rating is not shown after a try', () => {
  expect(ratingAfter(null, strength(1104, 253))).toBeNull();
  expect(ratingAfter(strength(1104, 120), strength(1130, 111))).toBeNull();
  expect(ratingAfter(strength(1130, 111), strength(1150, 109))).toEqual({ now: 1150, by: null });
  expect(ratingAfter(strength(1150, 109), strength(1139.6, 105))).toEqual({ now: 1140, by: -10 });
});
