/**
 * The result of the endgame tables as a sentence: who wins, and in how many moves if the distance
 * is known.
 */
import { t } from '../../messages/messages.svelte';
import type { Score, VerdictView } from '../../rules/model';
import { say, sayCount } from './words';

export function verdictText(verdict: VerdictView, score: Score | null): string {
  if (verdict === 'draw') return say('tables.draw');
  const side = t(`side.${verdict}.the`);
  const plies = counted(score);
  // The distance is unknown: its table is not loaded, or a rule that counts moves ends the game
  // earlier.
  if (plies === null) return say('tables.wins', { side });
  return sayCount('tables.moves', Math.ceil(plies / 2), { side });
}

function counted(score: Score | null): number | null {
  if (!score) return null;
  if ('win' in score) return score.win;
  return 'loss' in score ? score.loss : null;
}
