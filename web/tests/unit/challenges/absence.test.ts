/** The wait before a game may be claimed: the same times as the server's. */
import { describe, expect, it, vi } from 'vitest';
import { claimAfterMs, claimsAfterMs } from '../../../src/features/challenges/absence';
import type { ClockSettings } from '../../../src/rules/model';

vi.stubGlobal('navigator', { languages: ['en'] });
const { absenceWords } = await import('../../../src/features/challenges/challenge-words');

const fischer = (minutes: number, seconds = 0): ClockSettings => ({ initial_ms: minutes * 60_000, increment_ms: seconds * 1_000 });
const DAYS: ClockSettings = { initial_ms: 86_400_000, increment_ms: 86_400_000, bonus: 'delay' };

describe('the wait before a game may be claimed', () => {
  it.each<[string, ClockSettings | null, number | null]>([
    ['1 min', fischer(1), 40_000],
    ['3 min 59 s for forty moves', { initial_ms: 239_999, increment_ms: 0 }, 40_000],
    ['3 + 2, which is 4 min 20 s', fischer(3, 2), 60_000],
    ['10 min 59 s', { initial_ms: 659_999, increment_ms: 0 }, 60_000],
    ['11 min', fischer(11), 120_000],
    ['90 + 30', fischer(90, 30), 120_000],
    ['ten hours', fischer(600), 120_000],
    ['more than ten hours', fischer(601), null],
    ['days', DAYS, null],
    ['no clock', null, 86_400_000],
  ])('with %s', (_, clock, after) => expect(claimAfterMs(clock)).toBe(after));

  it('depends on the clock of the absent side', () => {
    expect(claimsAfterMs({ clock: fischer(5, 3), black_clock: fischer(1) })).toEqual([40_000, 60_000]);
    expect(claimsAfterMs({ clock: fischer(5), black_clock: fischer(6) })).toEqual([60_000]);
    expect(claimsAfterMs({ clock: DAYS, black_clock: fischer(6) })).toEqual([60_000, null]);
    expect(claimsAfterMs({ clock: null })).toEqual([86_400_000]);
  });

  it('has a text', () => {
    expect(absenceWords({ clock: null })).toContain('away on their turn for 24\u00a0h');
    expect(absenceWords({ clock: fischer(1) })).toContain('away on their turn for 40\u00a0s');
    expect(absenceWords({ clock: fischer(90, 30) })).toContain('away on their turn for 2\u00a0min');
    expect(absenceWords({ clock: fischer(5), black_clock: fischer(1) })).toContain('away on their turn for 40\u00a0s or 1\u00a0min, depending on that side’s clock, may lose by forfeit');
    expect(absenceWords({ clock: DAYS })).toBe('no need to stay online: only the clock counts');
    expect(absenceWords({ clock: DAYS, black_clock: fischer(1) })).toMatch(/40\u00a0s may lose by forfeit.*; or, for the side that plays by correspondence, no need to stay/);
  });
});
