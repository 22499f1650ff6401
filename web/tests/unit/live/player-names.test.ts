/** The names of a live game's players in titles and lists. */
import { expect, it, vi } from 'vitest';
import type { GameSettings } from '../../../src/rules/model';

vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } } }));
const { knownName, opponentFirst, opponentName, playersName, sideName } = await import('../../../src/features/live/live-words');

const person = (name: string) => ({ kind: 'person', name }) as const;
const settings = (white: GameSettings['white'], black: GameSettings['black']) => ({ white, black });

it('are those of people and of the engine’s levels', () => {
  const game = settings(person('Awa'), { kind: 'computer', level: 2 });
  expect([knownName(game, 'white'), knownName(game, 'black'), playersName(game)]).toEqual(['Awa', 'Tom', 'Awa – Tom']);
});

it('are empty without names, and the colour only beside a name', () => {
  const nameless = settings(person(''), person(' '));
  expect([knownName(nameless, 'black'), sideName(nameless, 'black'), playersName(nameless)]).toEqual(['', 'Black', '']);
  expect(playersName(settings(person(''), person('Piet')))).toBe('White – Piet');
  expect([opponentName(nameless, 'white'), opponentFirst(nameless, 'black')]).toEqual(['your opponent', 'Your opponent']);
});
