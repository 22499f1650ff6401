/** Scores as numbers: from either side, and as a share of the evaluation bar. Pure. */
import type { Score, Side } from '../rules/model';

/** The same score from the other side. */
export function turned(score: Score): Score {
  if ('hundredths' in score) return { hundredths: -score.hundredths };
  if ('known_win' in score) return { known_loss: score.known_win };
  if ('known_loss' in score) return { known_win: score.known_loss };
  return 'win' in score ? { loss: score.win } : { win: score.loss };
}

/** A score of the side to move, from White's side. */
export function forWhite(score: Score, side: Side): Score {
  return side === 'white' ? score : turned(score);
}

/**
 * White's share of the evaluation bar, from 0 to 1. It changes fast near an even score, and is
 * never quite full without a forced win.
 */
export function share(score: Score): number {
  if ('win' in score || 'known_win' in score) return 1;
  if ('loss' in score || 'known_loss' in score) return 0;
  return 0.5 + 0.47 * Math.tanh(score.hundredths / 250);
}
