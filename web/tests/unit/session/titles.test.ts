/** Generated titles and names are shown in the current language, those of users unchanged. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyLanguage } from '../../../src/messages/messages.svelte';
import { movesText } from '../../../src/features/library/row-names';
import { nameOf, personName, tagName } from '../../../src/session/names';
import { resultText } from '../../../src/session/points';
import { analysisTitle, givenByPerson, shownTitle, titleOf } from '../../../src/session/titles';
import type { Language, Player } from '../../../src/rules/model';
import { preferences } from '../../../src/settings/preferences.svelte';

vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } } }));

function inLanguage(language: Language): void {
  preferences.language = language;
  applyLanguage();
}

afterEach(() => inLanguage('en'));

const person = (name: string): Player => ({ kind: 'person', name });
const computer: Player = { kind: 'computer', level: 2 };
const record = (white: Player, black: Player, variant = 'international') => ({ variant, settings: { white, black } });

describe('a generated title', () => {
  const made = [
    { name: 'against the computer', of: record(person('Vous'), computer), make: titleOf },
    { name: 'of two people', of: record(person('Blancs'), person('Noirs'), 'russian'), make: titleOf },
    { name: 'of an analysis', of: record(person(''), person('')), make: (it: { variant: string }, tongue?: Language) => analysisTitle(it.variant, tongue) },
  ];
  it.each(made)('$name is shown in the current language', ({ of, make }) => {
    inLanguage('en');
    const french = make(of, 'fr');
    expect(french).not.toBe(make(of, 'en'));
    expect(shownTitle({ title: french, record: of })).toBe(make(of, 'en'));
    expect(givenByPerson(french, of)).toBe(false);
    inLanguage('fr');
    expect(shownTitle({ title: make(of, 'en'), record: of })).toBe(french);
  });
});

it('a user’s title is not translated, even if it ends like a generated one', () => {
  const of = record(person(''), person(''));
  for (const title of ['Final of 1998', 'My best Analysis', 'Ma grande étude']) {
    expect(shownTitle({ title, record: of })).toBe(title);
    expect(givenByPerson(title, of)).toBe(true);
  }
  expect(givenByPerson('Sijbrands – Wiersma', record(person('Sijbrands'), person('Wiersma')))).toBe(false);
});

it('generated names are shown in the current language', () => {
  inLanguage('en');
  expect([nameOf(person('Vous')), nameOf(person('Noirs')), nameOf(person('You')), nameOf(person(' Awa ')), nameOf(person(''))]).toEqual([
    'You',
    'Black',
    'You',
    'Awa',
    '?',
  ]);
  inLanguage('fr');
  expect([personName('You'), personName('White')]).toEqual(['Vous', 'Blancs']);
});

describe('in the language of the page', () => {
  it('is the name of the computer from a PDN tag, while names of people are unchanged', () => {
    inLanguage('fr');
    expect(['Damier level 2', 'You', 'Damier level two', ''].map(tagName)).toEqual([nameOf(computer), 'Vous', 'Damier level two', '?']);
  });

  it('is the text for a game that ended without a result', () => {
    const results = (): string[] => [resultText({ winner: null, reason: 'aborted' }, 'international'), resultText({ winner: 'white', reason: 'resignation' }, 'international')];
    expect(results()).toEqual(['aborted', '2-0']);
    inLanguage('fr');
    expect(results()).toEqual(['annulée', '2-0']);
  });

  it('is the number of full moves', () => {
    expect([0, 1, 2, 3, 80].map(movesText)).toEqual(['0 moves', '1 move', '1 move', '2 moves', '40 moves']);
    inLanguage('fr');
    expect([0, 3].map(movesText)).toEqual(['0 coup', '2 coups']);
  });
});
