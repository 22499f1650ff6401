/** The texts of a club: its times in both languages, and its languages. */
import { afterEach, describe, expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });
const { hourText, languages, momentText } = await import('../../../src/features/clubs/views');
const { applyLanguage } = await import('../../../src/messages/messages.svelte');
const { prefer } = await import('../../../src/settings/preferences.svelte');

function inLanguage(id: 'fr' | 'en'): void {
  prefer({ language: id });
  applyLanguage();
}
afterEach(() => inLanguage('en'));

/** Replaces every kind of space by one, as browsers differ in them. */
const plain = (text: string): string => text.replace(/\s/g, ' ');
const now = Date.parse('2026-11-26T12:00:00Z');

describe('a time of a club', () => {
  test.each([
    ['fr', '2026-12-01T20:00Z', 'mardi 1er décembre à 20:00'],
    ['fr', '2026-12-02T08:30Z', 'mercredi 2 décembre à 08:30'],
    ['fr', '2027-01-01T20:00Z', 'vendredi 1er janvier 2027 à 20:00'],
    ['en', '2026-12-01T20:00Z', 'Tuesday, December 1 at 8:00 PM'],
    ['en', '2027-01-01T00:05Z', 'Friday, January 1, 2027 at 12:05 AM'],
  ] as const)('in %s, %s is %s', (tongue, at, text) => {
    inLanguage(tongue);
    expect(plain(momentText(Date.parse(at), now, 'UTC'))).toBe(text);
  });

  test('has no leading zero in English', () => {
    inLanguage('en');
    expect(plain(hourText(Date.parse('2026-12-01T20:00Z'), 'UTC'))).toBe('8:00 PM');
    inLanguage('fr');
    expect(plain(hourText(Date.parse('2026-12-01T20:00Z'), 'UTC'))).toBe('20:00');
  });
});

describe('the list of club languages', () => {
  test.each(['fr', 'en'] as const)('has a name for each language in %s, sorted by that name', (tongue) => {
    inLanguage(tongue);
    const names = languages('').filter(({ code }) => code !== '');
    expect(names.filter(({ code, name }) => code === name)).toEqual([]);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    expect(names.map(({ name }) => name)).toEqual(names.map(({ name }) => name).sort(new Intl.Collator(tongue).compare));
  });

  test('has native names in every script', () => {
    const scripts = new Set(languages('fr').map(({ code }) => new Intl.Locale(code).maximize().script));
    for (const script of ['Latn', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hans', 'Jpan', 'Kore', 'Deva', 'Beng', 'Taml', 'Sinh', 'Thai', 'Ethi']) expect(scripts, script).toContain(script);
  });

  test('keeps an unknown language of a club', () => {
    expect(languages('fr').some(({ code }) => code === 'qu')).toBe(false);
    expect(languages('qu').find(({ code }) => code === 'qu')?.name).toBe('Quechua');
  });
});
