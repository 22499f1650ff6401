/**
 * The coach's input to explain a played move: the engine's lines in the position before it, that of
 * the move first. If the move is not among the best, as with a level that errs on purpose, the
 * position after it is searched too.
 */
import type { Score, ThinkLimits, Thought } from '../rules/model';
import { turned } from './score';

export type Lines = Thought['lines'];

/** The search times for the position before a move, and after one that is not among the best. */
export const BEFORE: ThinkLimits = { time_ms: 1200, lines: 2 };
export const AFTER: ThinkLimits = { time_ms: 600 };

interface Moves {
  readonly moves: readonly { readonly captured: readonly unknown[] }[];
}

/**
 * Whether a played move may have a reason besides the engine's preference: it captured, or a capture
 * is possible in the position after it.
 */
export function mayHaveReason(played: { readonly captured: readonly unknown[] }, after: Moves): boolean {
  return played.captured.length > 0 || after.moves.some(({ captured }) => captured.length > 0);
}

/** The same for the first move of the engine's best line, which may also be the only one, or win. */
export function mayHaveReasonIn({ moves }: Moves, { score, pv }: Lines[number]): boolean {
  return moves.length === 1 || 'win' in score || pv.slice(0, 2).some((text) => text.includes('x'));
}

/**
 * The lines for a played move, its own first; empty if the engine has none. `before` and `after`
 * search the positions before and after it.
 */
export async function linesOf(played: string, before: () => Promise<Thought | null>, after: () => Promise<Thought | null>): Promise<Lines> {
  const lines = (await before())?.lines ?? [];
  const own = lines.find(({ pv }) => pv[0] === played);
  if (own) return [own, ...lines.filter((line) => line !== own)];
  const followed = (await after())?.lines[0];
  return followed ? [{ ...followed, score: oneEarlier(followed.score), pv: [played, ...followed.pv] }, ...lines] : [];
}

/** The score of a position after a move, from the side that made it, before its move. */
export function oneEarlier(score: Score): Score {
  const own = turned(score);
  if ('win' in own) return { win: own.win + 1 };
  return 'loss' in own ? { loss: own.loss + 1 } : own;
}
