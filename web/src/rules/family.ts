/**
 * The games of the family in the order in which they are offered, by their stable ids. Facts come from the tables of
 * crates/rules (`types/family.ts`); what the games are called is in `messages/games.ts`.
 */
import type { GameFacts } from './types';
import { FAMILY } from './types/family';

/** The game that a first visit offers. */
export const USUAL = 'international';

/** Every game once, in its usual reading. */
export const GAMES: readonly GameFacts[] = FAMILY.filter((game) => !game.id.includes(':'));

/** The branches of the family, each with its games. */
export const BRANCHES: readonly { family: string; games: readonly GameFacts[] }[] = [
  ...new Set(GAMES.map((game) => game.family)),
].map((family) => ({ family, games: GAMES.filter((game) => game.family === family) }));

/** The facts of a game or reading; null for what is none. */
export function factsOf(id: string): GameFacts | null {
  return FAMILY.find((game) => game.id === id) ?? null;
}

/** The game that a reading belongs to. */
export function gameOf(id: string): string {
  return id.split(':')[0] ?? id;
}

/** All readings of a game, the usual one first; only itself where nobody reads it otherwise. */
export function readingsOf(id: string): readonly GameFacts[] {
  return FAMILY.filter((other) => gameOf(other.id) === gameOf(id));
}
