/**
 * The annotation symbols of moves and positions: their stored form, their display and their
 * meaning. PDN writes symbols of positions as numbers (`$16`).
 */
import type { WordKey } from './words';

export interface Sign {
  /** As stored in the tree: `!` or `$16`. */
  kept: string;
  /** As displayed. */
  shown: string;
  name: WordKey;
}

/** Symbols for the move. */
export const OF_MOVES: readonly Sign[] = [
  { kept: '!', shown: '!', name: 'sign.good' },
  { kept: '?', shown: '?', name: 'sign.mistake' },
  { kept: '!!', shown: '!!', name: 'sign.excellent' },
  { kept: '??', shown: '??', name: 'sign.blunder' },
  { kept: '!?', shown: '!?', name: 'sign.interesting' },
  { kept: '?!', shown: '?!', name: 'sign.dubious' },
];

/** Symbols for the position after it. */
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

/** A symbol as displayed; one without a form of its own stays `$7`. */
export function shownSign(kept: string): string {
  const sign = KNOWN.get(kept);
  if (!sign) return kept;
  return sign.shown === kept ? kept : ` ${sign.shown}`;
}

export function meaningOf(kept: string): WordKey | null {
  return KNOWN.get(kept)?.name ?? null;
}

/** The symbol after `!` or `?` is typed behind the current one; null if it is removed. */
export function typedSign(there: string | null, typed: '!' | '?'): string | null {
  if (there === null) return typed;
  return there.length === 1 ? there + typed : null;
}
