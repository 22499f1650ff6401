/**
 * Results in the form used by players of a game: two points for a win and one each for a draw, or
 * one point and halves. A game without a result has PDN's star.
 */
import { factsOf } from '../rules/family';
import type { Outcome } from '../rules/model';
import { t } from '../messages/messages.svelte';

export function points(outcome: Outcome, variant: string): string {
  const [win, draw, loss] = factsOf(variant)?.points === false ? ['1-0', '½-½', '0-1'] : ['2-0', '1-1', '0-2'];
  if (outcome.reason === 'aborted') return '*';
  if (outcome.winner === null) return draw;
  return outcome.winner === 'white' ? win : loss;
}

/** The result in a list of games, which names a game that ended without one. */
export function resultText(outcome: Outcome, variant: string): string {
  return outcome.reason === 'aborted' ? t('result.aborted') : points(outcome, variant);
}
