/**
 * A score in figures from White's point of view: men and hundredths with a sign, the number of moves to the end, or that the
 * endgame tables know it.
 */
import { t } from '../../messages/messages.svelte';
import type { Score } from '../../rules/model';

export function scoreText(score: Score): string {
  if ('win' in score) return t('score.win', { n: Math.ceil(score.win / 2) });
  if ('loss' in score) return t('score.loss', { n: Math.ceil(score.loss / 2) });
  if ('known_win' in score) return t('score.knownWin');
  if ('known_loss' in score) return t('score.knownLoss');
  const men = (Math.abs(score.hundredths) / 100).toFixed(2);
  if (score.hundredths === 0) return '0.00';
  return `${score.hundredths > 0 ? '+' : '−'}${men}`;
}
