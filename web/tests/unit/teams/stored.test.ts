/** The team matches of this browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { matchByLink, forgetMatch, matchOf, storedMatches, storeMatch } from '../../../src/features/teams/stored';

const stored = new Map<string, string>();
const secret = (letter: string): string => letter.repeat(43);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
});
afterEach(() => vi.unstubAllGlobals());

describe('the team matches of this browser', () => {
  it('are listed latest first, and found by their link', () => {
    storeMatch(secret('h'), null, 'international', 1);
    storeMatch(secret('a'), secret('W'), 'international', 2);
    expect(storedMatches().map((it) => it.secret)).toEqual([secret('a'), secret('h')]);
    expect([matchByLink(secret('W'))?.secret, matchByLink(secret('B'))]).toEqual([secret('a'), null]);
    expect([matchOf(secret('a'))?.link, matchOf(secret('h')), matchOf(secret('x'))]).toEqual([secret('W'), null, null]);
    // The seat at the rematch.
    storeMatch(secret('q'), secret('W'), 'international', 3);
    expect(matchByLink(secret('W'))?.secret).toBe(secret('q'));
  });

  it('are known until the page is closed if browser storage is full', () => {
    storeMatch(secret('a'), secret('W'), 'international', 1);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: () => {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    storeMatch(secret('p'), secret('B'), 'international', 2);
    expect(matchByLink(secret('B'))?.secret).toBe(secret('p'));
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) });
    forgetMatch(secret('a'));
    expect(JSON.parse(stored.get('damier.team-matches') ?? '[]')).toMatchObject([{ secret: secret('p') }]);
  });

  it('leave out what is no match', () => {
    const sane = { secret: secret('a'), link: secret('W'), variant: 'international', updated_ms: 1 };
    stored.set('damier.team-matches', JSON.stringify([{ ...sane, secret: 7 }, sane, { ...sane, link: 'short' }]));
    expect(storedMatches()).toEqual([sane]);
  });
});
