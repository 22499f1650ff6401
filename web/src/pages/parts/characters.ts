/**
 * The computer's ten levels as people: a name, a sentence that says how they play, and what they are worth. The names and
 * sentences stand with the other words; here is what was measured.
 */
import type { Key } from '../../messages/messages.svelte';

export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

export interface Character {
  level: Level;
  name: Key;
  /** How strong, in two words. */
  strength: Key;
  /** How this one plays, in one sentence. */
  sentence: Key;
  /**
   * Elo points above level 1, from 200 games for each step (docs/results/2026-11-23-scan-levels-threads.md). It compares the
   * levels with one another: none has been measured against people.
   */
  rating: number;
}

const RATINGS = [0, 280, 520, 740, 1000, 1270, 1510, 1830, 2040, 2210] as const;

/** The weakest first. */
export const CHARACTERS: readonly Character[] = RATINGS.map((rating, i) => {
  const level = (i + 1) as Level;
  return { level, name: `character.${level}`, strength: `level.${level}`, sentence: `character.${level}.plays`, rating };
});

/** Who plays at a level. */
export function characterOf(level: number): Character {
  return CHARACTERS[level - 1] ?? CHARACTERS[0]!;
}
