/**
 * What the games of the family are called, in the language chosen: names, one sentence for each, branches, readings. The
 * games themselves, and their order, come from the rules (`rules/family.ts`); a test holds both together.
 */
import { gameOf } from '../rules/family';
import english from './games.en.json';
import french from './games.fr.json';
import { language } from './messages.svelte';
import type { Language } from '../rules/model';

interface Words {
  games: Record<string, { name: string; sentence: string }>;
  families: Record<string, string>;
  readings: Record<string, string>;
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

/** How this reading differs from the others of its game. */
export function readingName(id: string): string {
  return WORDS[language()].readings[id] ?? '';
}

/** Whether a game is meant by some letters of its name, in either language, or by its branch or sentence. */
export function isMeant(id: string, family: string, search: string): boolean {
  const told = (['fr', 'en'] as const).flatMap((tongue) => {
    const { games, families } = WORDS[tongue];
    return [games[id]?.name, games[id]?.sentence, families[family]];
  });
  return plain(`${id} ${told.join(' ')}`).includes(plain(search).trim());
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}
