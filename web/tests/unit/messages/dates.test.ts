/** Days and hours in both languages. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en-GB', 'en'] });
const { dateText, isDay } = await import('../../../src/messages/dates');

const at = (text: string): number => Date.parse(text);

test.each([
  ['2026-12-01', { dateStyle: 'long' }, '1er décembre 2026'],
  ['2026-12-01', { dateStyle: 'full' }, 'mardi 1er décembre 2026'],
  ['2026-12-01', { dateStyle: 'medium' }, '1er déc. 2026'],
  ['2026-12-01', { day: 'numeric', month: 'numeric' }, '01/12'],
  ['2026-12-11', { dateStyle: 'long' }, '11 décembre 2026'],
  ['2026-12-21', { dateStyle: 'long' }, '21 décembre 2026'],
  ['2026-12-01', { month: 'long', year: 'numeric' }, 'décembre 2026'],
] as const)('%s is written in French with %o as %s', (day, options, text) => {
  expect(dateText(at(`${day}T12:00Z`), { ...options, timeZone: 'UTC' }, 'fr')).toBe(text);
});

test('English has no short form', () => {
  expect(dateText(at('2026-12-01T12:00Z'), { dateStyle: 'long', timeZone: 'UTC' }, 'en')).toBe('December 1, 2026');
});

test('an impossible day of a server is ignored', () => {
  const last = 8.64e15;
  for (const day of [0, at('2026-12-01'), last, -last]) {
    expect(isDay(day)).toBe(true);
    expect(() => dateText(day, { dateStyle: 'full' })).not.toThrow();
  }
  for (const none of [last + 1, Number.MAX_SAFE_INTEGER, 18_446_744_073_709_551_615, Number.NaN]) expect(isDay(none)).toBe(false);
});

test('the region of the browser decides the order', () => {
  expect(dateText(at('2026-11-28T12:00Z'), { dateStyle: 'medium', timeZone: 'UTC' })).toBe('28 Nov 2026');
});
