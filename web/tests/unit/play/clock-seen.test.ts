/** The time used in a turn survives a reload; the time while the page is closed does not count. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {} });
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module as a page loads it. */
async function opened(): Promise<typeof import('../../../src/features/play/clock-seen')> {
  vi.clearAllTimers();
  vi.resetModules();
  return await import('../../../src/features/play/clock-seen');
}

it('counts the time since a page last had the clock', async () => {
  const first = await opened();
  expect(first.closedFor('a')).toBeNull();
  vi.advanceTimersByTime(9_000); // thinks, on whatever section
  expect(first.closedFor('a')).toBe(0);
  const reloaded = await opened();
  vi.setSystemTime(70_000);
  expect(reloaded.closedFor('a')).toBeGreaterThanOrEqual(60_000);
  expect(reloaded.closedFor('a')).toBe(0);
});

it('is exact if the page reports that it is hidden', async () => {
  const page = await opened();
  page.closedFor('a');
  vi.setSystemTime(2_500);
  page.rememberClocks();
  const reloaded = await opened();
  expect(reloaded.closedFor('a', 3_000)).toBe(500);
});

it('is unknown once the game is over, or if the time of the computer was set back', async () => {
  const page = await opened();
  page.closedFor('a', 5_000);
  page.closedFor('b', 5_000);
  page.forgetClock('b');
  const reloaded = await opened();
  expect(reloaded.closedFor('b', 6_000)).toBeNull();
  expect(reloaded.closedFor('a', 4_000)).toBeNull();
});

it('remembers the latest games only', async () => {
  for (let i = 0; i < 30; i += 1) (await opened()).closedFor(`game ${i}`, 1_000 + i);
  const ids = Object.keys(JSON.parse(stored.get('damier.clocks')!) as object);
  expect(ids).toHaveLength(20);
  expect(ids.at(-1)).toBe('game 29');
});
