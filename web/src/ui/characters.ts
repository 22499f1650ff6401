/**
 * The computer's ten levels as characters: a name, a sentence that describes how they play, and their strength. Names and
 * sentences are with the other texts; this file has the measurements.
 */
import type { Key } from '../messages/messages.svelte';

export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** How a face looks: at rest, after something that went well, or after a wrong try. */
export type Mood = 'calm' | 'glad' | 'puzzled';

export interface Character {
  level: Level;
  name: Key;
  /** The strength in two words. */
  strength: Key;
  /** A sentence that describes how this character plays. */
  sentence: Key;
  /**
   * Elo points above level 1, from 200 games for each step (docs/results/engine-levels.md). The
   * numbers compare the levels with each other; no level has been measured against people.
   */
  rating: number;
}

const RATINGS = [0, 280, 520, 740, 1000, 1270, 1510, 1830, 2040, 2210] as const;

/** The weakest first. */
export const CHARACTERS: readonly Character[] = RATINGS.map((rating, i) => {
  const level = (i + 1) as Level;
  return { level, name: `character.${level}`, strength: `level.${level}`, sentence: `character.${level}.plays`, rating };
});

export function characterOf(level: number): Character {
  return CHARACTERS[level - 1] ?? CHARACTERS[0]!;
}
