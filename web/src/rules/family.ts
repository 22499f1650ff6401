/**
 * The games of the family by their stable ids, in the order in which the page offers them. The facts come from the rule
 * tables of crates/rules (`types/family.ts`); the names of the games are in `messages/games.ts`.
 */
import type { GameFacts } from './types';
import { FAMILY } from './types/family';

/** The game that is offered on a first visit. */
export const USUAL = 'international';

/** Every game, in its usual reading. */
export const GAMES: readonly GameFacts[] = FAMILY.filter((game) => !game.id.includes(':'));

export const BRANCHES: readonly { family: string; games: readonly GameFacts[] }[] = [
  ...new Set(GAMES.map((game) => game.family)),
].map((family) => ({ family, games: GAMES.filter((game) => game.family === family) }));

/** The facts of a game or a reading; null if there is no such game. */
export function factsOf(id: string): GameFacts | null {
  return FAMILY.find((game) => game.id === id) ?? null;
}

/** The game that a reading belongs to. */
export function gameOf(id: string): string {
  return id.split(':')[0] ?? id;
}

/** All readings of a game, the usual one first; only the game itself if it has no other reading. */
export function readingsOf(id: string): readonly GameFacts[] {
  return FAMILY.filter((other) => gameOf(other.id) === gameOf(id));
}
