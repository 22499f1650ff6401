/** The greeting of the first screen, remembered from the last visit. */
import { afterEach, expect, it, vi } from 'vitest';
import { expectedGreeting, rememberGreeting } from '../../../src/features/play/greeting';

afterEach(() => vi.unstubAllGlobals());

it('offers a first game until the library reports otherwise, then its last report', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  expect(expectedGreeting()).toBe('first');
  for (const greeting of ['resume', 'none', 'first'] as const) {
    rememberGreeting(greeting);
    expect(expectedGreeting()).toBe(greeting);
  }
  stored.set('damier.greeting', '<b>');
  expect(expectedGreeting()).toBe('first');
});

it('offers a first game without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(expectedGreeting()).toBe('first');
  rememberGreeting('resume'); // lasts until the page is closed
  expect(expectedGreeting()).toBe('resume');
});
