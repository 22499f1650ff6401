/**
 * A score as text from White's side: men and hundredths with a sign, the number of moves to the
 * end, or that the endgame tables know the result.
 */
import { language, t } from '../messages/messages.svelte';
import type { Score } from '../rules/model';

/** `digits` of a man are shown. */
export function scoreText(score: Score, digits = 2): string {
  if ('win' in score) return t('score.win', { n: Math.ceil(score.win / 2) });
  if ('loss' in score) return t('score.loss', { n: Math.ceil(score.loss / 2) });
  if ('known_win' in score) return t('score.knownWin');
  if ('known_loss' in score) return t('score.knownLoss');
  const men = new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Math.abs(score.hundredths) / 100);
  if (score.hundredths === 0) return men;
  return `${score.hundredths > 0 ? '+' : '−'}${men}`;
}
