/** The terms of a live game in words. */
import { describe, expect, it, vi } from 'vitest';
import type { RatingRange } from '../../../src/api/types';
import type { ClockSettings } from '../../../src/rules/model';
import { TOURNAMENT } from '../../../src/rules/types/conduct';

vi.stubGlobal('navigator', { languages: ['en'] });
const { clockWords, conductWords, leftWords, rangeWords, waitWords } = await import('../../../src/features/challenges/challenge-words');

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('times in words', () => {
  it.each<[number, string]>([
    [-MINUTE, ''],
    [59_999, ''],
    [12.5 * MINUTE, '12 min left'],
    [5 * 60 * MINUTE + 20 * MINUTE, '5 h 20 min left'],
    [2 * DAY + 4 * 60 * MINUTE, '2 d 4 h left'],
  ])('%i ms left', (ms, words) => expect(leftWords(ms)).toBe(words));

  it.each<[number, string]>([
    [2 * MINUTE, '2 min'],
    [DAY, '1 day'],
    [30 * DAY, '30 days'],
  ])('a pause of %i ms', (ms, words) => expect(waitWords(ms)).toBe(words));
});

describe('the requested rating range', () => {
  it.each<[RatingRange, string]>([
    [{ lowest: 1400 }, 'rating of 1400 or higher'],
    [{ highest: 1700 }, 'rating of 1700 or lower'],
    [{ lowest: 1400, highest: 1700, unrated: true }, 'rating from 1400 to 1700, or unrated'],
  ])('%o', (range, words) => expect(rangeWords(range)).toBe(words));
});

describe('a clock in words', () => {
  it.each<[string, ClockSettings | null, ClockSettings | undefined, string]>([
    ['none', null, undefined, 'no clock'],
    ['Fischer', { initial_ms: 3 * MINUTE, increment_ms: 2_000 }, undefined, '3 min + 2 s per move'],
    ['a delay', { initial_ms: 10 * MINUTE, increment_ms: 5_000, bonus: 'delay' }, undefined, '10 min, with a delay of 5 s per move'],
    ['Bronstein', { initial_ms: 90_000, increment_ms: 500, bonus: 'bronstein' }, undefined, '1.5 min, and up to 0.5 s back after each move'],
    ['days', { initial_ms: 5 * DAY, increment_ms: 2 * DAY, bonus: 'delay' }, undefined, '2 d per move, 5 d in reserve'],
    ['days without a reserve', { initial_ms: 1_000, increment_ms: DAY, bonus: 'delay' }, undefined, '1 d per move, no reserve'],
    [
      'periods of moves',
      { initial_ms: 120 * MINUTE, increment_ms: 0, moves: 50, then: [{ initial_ms: 60 * MINUTE, increment_ms: 0, moves: 25 }] },
      undefined,
      '120 min + 0 s per move for 50 moves, then 60 min + 0 s per move for 25 moves',
    ],
    ['unequal', { initial_ms: 5 * MINUTE, increment_ms: 0 }, { initial_ms: 3 * MINUTE, increment_ms: 0 }, '5 min + 0 s per move. Black: 3 min + 0 s per move'],
  ])('%s', (_, clock, black, words) => {
    expect(clockWords({ clock, ...(black ? { black_clock: black } : {}) })).toBe(words);
  });
});

describe('conduct rules in words', () => {
  it('are all listed, and their absence is stated', () => {
    expect(conductWords(undefined)).toEqual(['friendly game']);
    expect(conductWords(TOURNAMENT)).toEqual([
      'touch-move',
      'moves cannot be taken back',
      'irregular moves allowed, the opponent decides',
      'a draw may be offered after 40 moves by each side',
    ]);
  });
});
