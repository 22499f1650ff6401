/**
 * Moments of a report that come back for repetition: the position before the move, asked for as in "try again", with every move that the
 * report accepts.
 */
import type { MomentView } from '../../rules/types';
import type { PositionSubject } from './repetition';

/**
 * A moment as something to repeat; null where there is no mistake to mend. Advice is none: it names one good move, and others may be as good.
 * `from` is the id of the game, empty where it has none.
 */
export function mistakeOf(variant: string, { fen, played, severity, acceptable }: MomentView, from: string): PositionSubject | null {
  const [best, ...accepted] = acceptable;
  if (best === undefined || severity === 'advice') return null;
  return { kind: 'position', variant, fen, solution: best, accepted, played, from };
}

export function mistakesOf(variant: string, moments: readonly MomentView[], side: string | null, from: string): PositionSubject[] {
  return moments.filter((it) => side === null || it.side === side).flatMap((it) => mistakeOf(variant, it, from) ?? []);
}
