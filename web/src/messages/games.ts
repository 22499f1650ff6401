/**
 * The names of the games in the chosen language, a sentence about each, and the names of families
 * and versions of rules. The texts come from the crate `notation` (`rules/worded`), which the
 * terminal uses too.
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
  /** Additional search words. */
  search: string;
}

interface Words {
  games: Record<string, Game>;
  readings: Record<string, Named>;
  families: Record<string, string>;
}

const WORDS: Record<Language, Words> = { fr: french, en: english };

/** The name of a game. All versions of its rules have the same name. */
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
 * Whether each word of a search occurs in the name of a game, its family, its sentence or its
 * search words, in either language and in any order.
 */
export function isMeant(id: string, family: string, search: string): boolean {
  const texts = (['fr', 'en'] as const).flatMap((tongue) => {
    const { games, families } = WORDS[tongue];
    return [games[id]?.name, games[id]?.sentence, games[id]?.search, families[family]];
  });
  const text = plain([id, ...texts].join(' '));
  return plain(search).split(/\s+/).every((word) => text.includes(word));
}
