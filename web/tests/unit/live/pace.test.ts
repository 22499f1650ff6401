/** Which side has a correspondence clock if the clocks differ. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSlow, mayLeaveBoard, isCorrespondence, type Clocks } from '../../../src/features/live/pace';
import type { ClockSettings, Side } from '../../../src/rules/model';

const DAYS = { initial_ms: 1_000, increment_ms: 3 * 86_400_000, bonus: 'delay' } as const satisfies ClockSettings;
const BLITZ = { initial_ms: 300_000, increment_ms: 3_000 } satisfies ClockSettings;

const NONE: Clocks = { clock: null };
const BOTH: Clocks = { clock: DAYS };
const QUICK: Clocks = { clock: BLITZ };
/** White has five minutes and Black three days a move; and the other way round. */
const QUICK_WHITE: Clocks = { clock: BLITZ, black_clock: DAYS };
const QUICK_BLACK: Clocks = { clock: DAYS, black_clock: BLITZ };

const SEATS: readonly (Side | null)[] = ['white', 'black', null];

describe('in a game with unequal clocks', () => {
  it.each([
    ['without a clock', NONE, [false, false, false]],
    ['of days', BOTH, [true, true, true]],
    ['of minutes', QUICK, [false, false, false]],
    ['of minutes for White, of days for Black', QUICK_WHITE, [false, true, true]],
    ['of days for White, of minutes for Black', QUICK_BLACK, [true, false, true]],
  ])('%s, each side has its own pace, and a spectator that of the slower one', (_, clocks, days) => {
    expect(SEATS.map((side) => isCorrespondence(clocks, side))).toEqual(days);
  });

  it('leaving the page is offered if either side has days, and conditional moves if both have', () => {
    const all = [NONE, BOTH, QUICK, QUICK_WHITE, QUICK_BLACK];
    expect(all.map(mayLeaveBoard)).toEqual([true, true, false, true, true]);
    expect(all.map(isSlow)).toEqual([true, true, false, false, false]);
  });
});

it.each(['live/LiveActions', 'live/LiveBoard', 'live/LiveStatus', 'teams/TeamPanel'])('%s does not use White’s clock for both sides', (name) => {
  const text = readFileSync(join(import.meta.dirname, '../../../src/features', `${name}.svelte`), 'utf8');
  expect(text).toMatch(/import \{[^}]*\} from '(\.|\.\.\/live)\/pace';/);
  expect(text).not.toMatch(/isByDays/);
});
