/**
 * What the games of the family are called, in the language chosen: names, one sentence for each, branches, readings. The
 * words are those of the rules themselves (`rules/worded`), so that page and terminal say the same.
 */
import { gameOf } from '../rules/family';
import type { Language } from '../rules/model';
import english from '../rules/worded/names.en.json';
import french from '../rules/worded/names.fr.json';
import { language } from './messages.svelte';

interface Named {
  name: string;
  sentence: string;
}

interface Words {
  games: Record<string, Named>;
  readings: Record<string, Named>;
  families: Record<string, string>;
}

const WORDS: Record<Language, Words> = { fr: french, en: english };

/** What a game is called; in another reading than the usual one by the name of the game. */
export function gameName(id: string, tongue: Language = language()): string {
  return WORDS[tongue].games[gameOf(id)]?.name ?? id;
}

/** The game in one sentence. */
export function gameSentence(id: string): string {
  return WORDS[language()].games[gameOf(id)]?.sentence ?? '';
}

export function familyName(family: string): string {
  return WORDS[language()].families[family] ?? family;
}

/** What a reading of a game is called. */
export function readingName(id: string): string {
  return WORDS[language()].readings[id]?.name ?? '';
}

/** A reading in one sentence. */
export function readingSentence(id: string): string {
  return WORDS[language()].readings[id]?.sentence ?? '';
}

/** What games are called where they are played, and what people type who look for them. */
const OTHER_NAMES: Record<string, string> = {
  international: 'polish polonaises continental 10x10',
  antidraughts: 'giveaway suicide losing',
  frisian: 'frysk fries dammen',
  brazilian: '8x8 damas',
  canadian: '12x12 quebec',
  'sri-lankan': '12x12 dam',
  russian: 'shashki chachki 8x8',
  poddavki: 'giveaway shashki chachki',
  spantsiretti: '10x8',
  english: 'checkers anglo-american 8x8',
  italian: 'dama italiana',
  spanish: 'damas',
  portuguese: 'damas classicas',
  german: 'deutsche dame',
  'german-free': 'deutsche dame',
  czech: 'ceska dama',
  thai: 'makhos mak hot',
  turkish: 'dama',
  alquerque: 'alquerque de doce quirkat 5x5',
};

/** Whether a game is meant by some letters of its name, in either language, or by its branch or sentence. */
export function isMeant(id: string, family: string, search: string): boolean {
  const told = (['fr', 'en'] as const).flatMap((tongue) => {
    const { games, families } = WORDS[tongue];
    return [games[id]?.name, games[id]?.sentence, families[family]];
  });
  return plain([id, ...told, OTHER_NAMES[id]].join(' ')).includes(plain(search).trim());
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}
