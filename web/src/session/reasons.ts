/**
 * What the coach needs to say why a move was played: the engine's lines in the position before it, that of the move first. A level that
 * errs on purpose may have played another move than the best; then the engine follows that move by itself.
 */
import type { Score, ThinkLimits, Thought } from '../rules/model';
import { turned } from './score';

export type Lines = Thought['lines'];

/** How long the engine looks at the position before a move, and after one that is not among its best. */
export const BEFORE: ThinkLimits = { time_ms: 1200, lines: 2 };
export const AFTER: ThinkLimits = { time_ms: 600 };

/**
 * The lines for a move that was played, its own first; empty where the engine knows none. `before` and `after` ask the engine about the
 * positions before and after it.
 */
export async function linesOf(played: string, before: () => Promise<Thought | null>, after: () => Promise<Thought | null>): Promise<Lines> {
  const lines = (await before())?.lines ?? [];
  const own = lines.find(({ pv }) => pv[0] === played);
  if (own) return [own, ...lines.filter((line) => line !== own)];
  const followed = (await after())?.lines[0];
  return followed ? [{ ...followed, score: oneEarlier(followed.score), pv: [played, ...followed.pv] }, ...lines] : [];
}

/** The score of a position, seen from the side that has just moved there, before its move. */
export function oneEarlier(score: Score): Score {
  const own = turned(score);
  if ('win' in own) return { win: own.win + 1 };
  return 'loss' in own ? { loss: own.loss + 1 } : own;
}
