/**
 * The games by their stable ids, in the order in which the page offers them. The facts come from
 * the rule tables of crates/rules (`types/family.ts`); the names of the games are in
 * `messages/games.ts`.
 */
import type { GameFacts } from './types';
import { FAMILY } from './types/family';

/** The game offered on a first visit. */
export const USUAL = 'international';

/** Every game, in its usual version of the rules. */
export const GAMES: readonly GameFacts[] = FAMILY.filter((game) => !game.id.includes(':'));

export const BRANCHES: readonly { family: string; games: readonly GameFacts[] }[] = [
  ...new Set(GAMES.map((game) => game.family)),
].map((family) => ({ family, games: GAMES.filter((game) => game.family === family) }));

/** The games played most, which lists offer first. */
export const POPULAR: readonly string[] = [USUAL, 'english', 'russian', 'brazilian', 'frisian', 'turkish'];

/** The facts of a game or a version of its rules; null if unknown. */
export function factsOf(id: string): GameFacts | null {
  return FAMILY.find((game) => game.id === id) ?? null;
}

/** The game of a version of the rules. */
export function gameOf(id: string): string {
  return id.split(':')[0] ?? id;
}

/**
 * All versions of a game's rules, the usual one first; only the game itself if there is no other.
 */
export function readingsOf(id: string): readonly GameFacts[] {
  return FAMILY.filter((other) => gameOf(other.id) === gameOf(id));
}
