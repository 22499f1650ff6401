/** The clock of a game against the server's engine, in an address. */
import { describe, expect, it } from 'vitest';
import { engineClock, engineClockText } from '../../../src/features/challenges/engine-clock';
import type { ClockSettings } from '../../../src/rules/model';

const CLOCKS: [string, ClockSettings | null][] = [
  ['none', null],
  ['180+2', { initial_ms: 180_000, increment_ms: 2_000 }],
  ['300+3-delay', { initial_ms: 300_000, increment_ms: 3_000, bonus: 'delay' }],
  ['5400+30-bronsteinx40,1800+30', { initial_ms: 5_400_000, increment_ms: 30_000, bonus: 'bronstein', moves: 40, then: [{ initial_ms: 1_800_000, increment_ms: 30_000 }] }],
];

describe('the clock in an address', () => {
  it.each(CLOCKS)('is read back unchanged: %s', (text, clock) => {
    expect([engineClockText(clock), engineClock(text)]).toEqual([text, clock]);
  });

  it('is the default if it is missing or invalid', () => {
    for (const text of [null, '', 'yes', '180', '180+', '-1+2', '180+2-hourglass', '180+2,', '180+2,x', '12345678+1', Array(9).fill('1+1').join(',')]) expect([text, engineClock(text)]).toEqual([text, undefined]);
  });
});
