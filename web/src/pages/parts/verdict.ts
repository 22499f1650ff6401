/** What endgame tables know of a position, as a sentence: who wins, and in how many moves where the engine has counted them. */
import { t, tn } from '../../messages/messages.svelte';
import type { Score, VerdictView } from '../../rules/model';

export function verdictText(verdict: VerdictView, score: Score | null): string {
  if (verdict === 'draw') return t('analysis.tables.draw');
  const side = t(`side.${verdict}.the`);
  const plies = counted(score);
  // No count: distances have not come, or a rule that counts moves ends the game before.
  if (plies === null) return t('analysis.tables.wins', { side });
  return tn('analysis.tables.moves', Math.ceil(plies / 2), { side });
}

function counted(score: Score | null): number | null {
  if (!score) return null;
  if ('win' in score) return score.win;
  return 'loss' in score ? score.loss : null;
}
