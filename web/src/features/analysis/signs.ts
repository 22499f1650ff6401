/**
 * The signs that a move and a position can have: which there are, how they are written, and what they mean. PDN has the signs of
 * positions as numbers (`$16`).
 */
import type { WordKey } from './words';

export interface Sign {
  /** As the tree keeps it: `!` or `$16`. */
  kept: string;
  /** As people write it. */
  shown: string;
  name: WordKey;
}

/** What is thought of a move. */
export const OF_MOVES: readonly Sign[] = [
  { kept: '!', shown: '!', name: 'sign.good' },
  { kept: '?', shown: '?', name: 'sign.mistake' },
  { kept: '!!', shown: '!!', name: 'sign.excellent' },
  { kept: '??', shown: '??', name: 'sign.blunder' },
  { kept: '!?', shown: '!?', name: 'sign.interesting' },
  { kept: '?!', shown: '?!', name: 'sign.dubious' },
];

/** What is thought of the position after it. */
export const OF_POSITIONS: readonly Sign[] = [
  { kept: '$10', shown: '=', name: 'sign.even' },
  { kept: '$13', shown: '∞', name: 'sign.unclear' },
  { kept: '$14', shown: '+=', name: 'sign.white.little' },
  { kept: '$15', shown: '=+', name: 'sign.black.little' },
  { kept: '$16', shown: '±', name: 'sign.white.better' },
  { kept: '$17', shown: '∓', name: 'sign.black.better' },
  { kept: '$18', shown: '+−', name: 'sign.white.winning' },
  { kept: '$19', shown: '−+', name: 'sign.black.winning' },
];

const KNOWN = new Map([...OF_MOVES, ...OF_POSITIONS].map((sign) => [sign.kept, sign]));

/** A sign as people write it; one that has no form of its own stays `$7`. */
export function shownSign(kept: string): string {
  const sign = KNOWN.get(kept);
  if (!sign) return kept;
  return sign.shown === kept ? kept : ` ${sign.shown}`;
}

export function meaningOf(kept: string): WordKey | null {
  return KNOWN.get(kept)?.name ?? null;
}

/** The sign of a move that follows when `!` or `?` is typed to the one there; null if there is none then. */
export function typedSign(there: string | null, typed: '!' | '?'): string | null {
  if (there === null) return typed;
  return there.length === 1 ? there + typed : null;
}
