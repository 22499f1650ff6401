/** The speed of a clock, with the examples of the tests of `crates/people/src/ratings/pool.rs`. */
import { expect, it } from 'vitest';
import { estimateMs, ratedSpeed } from '../../../src/features/ratings/speed';

const MINUTE = 60_000;

it.each<[number, number, string]>([
  [1, 0, 'bullet'],
  [2, 1, 'bullet'],
  [3, 0, 'blitz'],
  [3, 2, 'blitz'],
  [5, 3, 'blitz'],
  [5, 8, 'rapid'],
  [10, 0, 'rapid'],
  [20, 5, 'rapid'],
  [60, 0, 'classical'],
  [80, 60, 'classical'],
])('%i min + %i s is %s', (minutes, seconds, speed) => expect(ratedSpeed({ initial_ms: minutes * MINUTE, increment_ms: seconds * 1000 })).toBe(speed));

it('a clock of days is correspondence', () => expect(ratedSpeed({ initial_ms: 1000, increment_ms: 86_400_000, bonus: 'delay' })).toBe('correspondence'));

it('time periods count up to forty moves', () => {
  const first = { initial_ms: 10 * MINUTE, increment_ms: 0 };
  const then = [{ initial_ms: 5 * MINUTE, increment_ms: 1000 }];
  expect(estimateMs({ ...first, moves: 50, then })).toBe(10 * MINUTE);
  expect(estimateMs({ ...first, moves: 30, then })).toBe(15 * MINUTE + 10_000);
  expect(estimateMs({ ...first, moves: 10 })).toBe(40 * MINUTE);
  expect(estimateMs(first)).toBe(10 * MINUTE);
});
