/**
 * Whether the computer accepts a draw: when it does not stand better, and either stands worse or the ending is near.
 * Pure; asked by the opponent with what the engine thinks of the position.
 */
import type { Score } from '../rules/model';

/** Hundredths of a man below which a position counts as even. */
const EVEN = 25;
/** Pieces on the board at which an ending has begun. */
const ENDING = 12;

/** `score` is the computer's own view; `pieces` counts both sides. */
export function acceptsDraw(score: Score, pieces: number): boolean {
  if ('win' in score) return false;
  if ('loss' in score) return true;
  if (score.hundredths < -EVEN) return true;
  return score.hundredths <= EVEN && pieces <= ENDING;
}

/** The same score seen by the other side. */
export function turned(score: Score): Score {
  if ('hundredths' in score) return { hundredths: -score.hundredths };
  return 'win' in score ? { loss: score.win } : { win: score.loss };
}
