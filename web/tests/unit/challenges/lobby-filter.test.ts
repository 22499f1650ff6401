/** The stored filters of the lobby, with any value in storage. */
import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { keptFilter, saveFilter } = await import('../../../src/features/challenges/lobby-filter');
const { EVERY_OFFER, fits, quickOffer } = await import('../../../src/features/challenges/offer');

beforeEach(() => stored.clear());

it('shows everything by default', () => expect(keptFilter()).toEqual(EVERY_OFFER));

it('stores each choice', () => {
  const chosen = { variant: 'frisian', speed: 'days', colour: 'black', rated: false, fitting: true } as const;
  saveFilter(chosen);
  expect(keptFilter()).toEqual(chosen);
});

it.each(['', '[]', 'null', '{"variant":"chess","speed":"slow","colour":1,"rated":"yes","fitting":1}', '{'])('ignores the stored value %j', (text) => {
  stored.set('damier.lobby.filter', text);
  expect(keptFilter()).toEqual(EVERY_OFFER);
});

it('hides offers for another rating range, but none without a known range', () => {
  const challenge = quickOffer('international', { initial_ms: 300_000, increment_ms: 0 }, 'Awa');
  const offer = (meant: boolean | null) => ({ id: '1', challenge, yours: false, until_ms: 9, account: true, present: true, rating: null, fits: meant });
  const fitting = { ...EVERY_OFFER, fitting: true };
  expect([true, false, null].map((meant) => fits(offer(meant), fitting))).toEqual([true, false, true]);
  expect(fits(offer(false), EVERY_OFFER)).toBe(true);
});
