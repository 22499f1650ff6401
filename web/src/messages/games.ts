/**
 * The names of the games of the family in the chosen language, a sentence about each, and the names of branches and
 * readings. The words come from the crate `notation` (`rules/worded`), so page and terminal say the same.
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
  /** Words by which people search for it, besides its name. */
  search: string;
}

interface Words {
  games: Record<string, Game>;
  readings: Record<string, Named>;
  families: Record<string, string>;
}

const WORDS: Record<Language, Words> = { fr: french, en: english };

/** The name of a game. All readings of a game have the same name. */
export function gameName(id: string, tongue: Language = language()): string {
  return WORDS[tongue].games[gameOf(id)]?.name ?? id;
}

export function gameSentence(id: string): string {
  return WORDS[language()].games[gameOf(id)]?.sentence ?? '';
}

export function familyName(family: string): string {
  return WORDS[language()].families[family] ?? family;
}

export function readingName(id: string): string {
  return WORDS[language()].readings[id]?.name ?? '';
}

export function readingSentence(id: string): string {
  return WORDS[language()].readings[id]?.sentence ?? '';
}

/**
 * Whether each word of a search is found in the name of a game, its branch, its sentence or its search words, in either
 * language. The order of the words does not matter.
 */
export function isMeant(id: string, family: string, search: string): boolean {
  const told = (['fr', 'en'] as const).flatMap((tongue) => {
    const { games, families } = WORDS[tongue];
    return [games[id]?.name, games[id]?.sentence, games[id]?.search, families[family]];
  });
  const text = plain([id, ...told].join(' '));
  return plain(search).split(/\s+/).every((word) => text.includes(word));
}
