/**
 * Turns failed problems into cards, and moments of a report: the position before the move, with
 * every move that the report accepts, as in "try again".
 */
import { isToHold, type Problem } from './problem';
import type { MomentView } from '../../rules/types';
import type { PositionSubject } from './repetition';

/**
 * A moment as a card; null if it is no mistake. Advice is skipped: it names one good move, but
 * others may be as good. `from` is the id of the game, or empty.
 */
export function mistakeOf(variant: string, { fen, played, severity, acceptable }: MomentView, from: string): PositionSubject | null {
  const [best, ...accepted] = acceptable;
  if (best === undefined || severity === 'advice') return null;
  return { kind: 'position', variant, fen, solution: best, accepted, played, from };
}

export function mistakesOf(variant: string, moments: readonly MomentView[], side: string | null, from: string): PositionSubject[] {
  return moments.filter((it) => side === null || it.side === side).flatMap((it) => mistakeOf(variant, it, from) ?? []);
}

/** A problem as the subject of a review. */
export function positionOf(problem: Problem): PositionSubject {
  const { variant, fen, lines, id } = problem;
  return { kind: 'position', variant, fen, solution: lines[0].moves.join(' '), from: id, ...(isToHold(problem) ? { holds: true } : {}) };
}
