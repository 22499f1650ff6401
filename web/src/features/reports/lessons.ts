/**
 * What a report says to a player: the moments to learn from, and the lesson that fits a mistake.
 * Pure.
 */
import type { Side } from '../../rules/model';
import type { MomentView } from '../../rules/types';

/** The most moments shown as lessons. */
const MAX_LESSONS = 3;
const WORST = ['blunder', 'mistake', 'inaccuracy'];

/** The worst mistakes of a side, or of both, in the order of the game. */
export function lessonsOf(moments: readonly MomentView[], mine: Side | null): MomentView[] {
  const rank = ({ severity }: MomentView): number => WORST.indexOf(severity);
  return moments
    .filter((it) => rank(it) >= 0 && (mine === null || it.side === mine))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_LESSONS)
    .sort((a, b) => a.ply - b.ply);
}

/** The worst of these, the earlier one of two that are as bad. */
export function worstOf(moments: readonly MomentView[]): MomentView | null {
  return WORST.flatMap((severity) => moments.filter((it) => it.severity === severity))[0] ?? null;
}

/** The id of the lesson, on international draughts, that practises what a mistake missed. */
export function lessonFor({ fen, line_fen, line }: MomentView): string | null {
  const sides = fen.slice(1).split(':');
  const pieces = [...sides.join(',').matchAll(/(\d+)(?:-(\d+))?/g)].reduce((sum, [, from, to]) => sum + (to ? Number(to) - Number(from) + 1 : 1), 0);
  if (/K/.test(sides.join('')) && pieces <= 10) return 'kings';
  if (pieces <= 6) return 'opposition';
  const captures = line.filter((move) => /[x:]/.test(move)).length;
  if (captures === 0) return null;
  if (line_fen === fen) return /[x:]/.test(line[0] ?? '') ? 'majority' : 'direct-shot';
  return /[x:]/.test(line[0] ?? '') ? (captures > 1 ? 'exchange' : 'save-the-man') : 'direct-shot';
}
