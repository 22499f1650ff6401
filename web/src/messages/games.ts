/**
 * What the games of the family are called, in the language chosen: names, one sentence for each, branches, readings. The
 * words are those of the rules themselves (`rules/worded`), so that page and terminal say the same.
 */
import { plain } from './plain';
import { gameOf } from '../rules/family';
import type { Language } from '../rules/model';
import english from '../rules/worded/names.en.json';
import french from '../rules/worded/names.fr.json';
import { language } from './messages.svelte';

interface Named {
  name: string;
  sentence: string;
}

interface Game extends Named {
  /** What people type who look for it, beside its name. */
  search: string;
}

interface Words {
  games: Record<string, Game>;
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

/** Whether a game is meant by some letters of its name, its branch, its sentence or its search words, in either language. */
export function isMeant(id: string, family: string, search: string): boolean {
  const told = (['fr', 'en'] as const).flatMap((tongue) => {
    const { games, families } = WORDS[tongue];
    return [games[id]?.name, games[id]?.sentence, games[id]?.search, families[family]];
  });
  return plain([id, ...told].join(' ')).includes(plain(search).trim());
}
