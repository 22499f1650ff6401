/** A score in figures: men and hundredths, the number of moves to the end, or that tables know it. From White's point of view, with a sign. */
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
