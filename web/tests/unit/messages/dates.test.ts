/** Days and hours in both languages. */
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { dateText } = await import('../../../src/messages/dates');

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

test('English has no such form', () => {
  expect(dateText(at('2026-12-01T12:00Z'), { dateStyle: 'long', timeZone: 'UTC' }, 'en')).toBe('December 1, 2026');
});
