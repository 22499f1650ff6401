/** Results the way draughts players write them: two points for a win, one each for a draw. */
import type { Outcome } from '../../rules/model';

export function points(outcome: Outcome): string {
  if (outcome.winner === null) return '1-1';
  return outcome.winner === 'white' ? '2-0' : '0-2';
}
