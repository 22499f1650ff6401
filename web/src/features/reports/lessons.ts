/**
 * What a report says to a player: a number a side, the moments to learn from, the lesson that fits a
 * mistake, and the next opponent. Pure.
 */
import type { Side } from '../../rules/model';
import type { MomentView } from '../../rules/types';
import type { LocalGame } from '../../store/local-game';

/** The most moments shown as lessons. */
const MOST = 3;
const WORST = ['blunder', 'mistake', 'inaccuracy'];

/**
 * The accuracy of a side in percent: the mean over its moves of a score that is 100 for a move that
 * keeps the chances and falls exponentially with the chances lost, as on lichess. Null while no move
 * is evaluated. `curve` has White's chances, -1 to 1, at the start and after each move; `first` is the
 * side that makes the first of them.
 */
export function accuracyOf(curve: readonly (number | null)[], side: Side, first: Side): number | null {
  const scores: number[] = [];
  for (let ply = side === first ? 0 : 1; ply + 1 < curve.length; ply += 2) {
    const [before, after] = [curve[ply] ?? null, curve[ply + 1] ?? null];
    if (before === null || after === null) continue;
    const lost = Math.max(0, 50 * (side === 'white' ? before - after : after - before));
    scores.push(Math.min(100, Math.max(0, 103.17 * Math.exp(-0.04354 * lost) - 3.17)));
  }
  return scores.length === 0 ? null : Math.round(scores.reduce((sum, it) => sum + it, 0) / scores.length);
}

/** The worst mistakes of a side, or of both, in the order of the game. */
export function lessonsOf(moments: readonly MomentView[], mine: Side | null): MomentView[] {
  const rank = ({ severity }: MomentView): number => WORST.indexOf(severity);
  return moments
    .filter((it) => rank(it) >= 0 && (mine === null || it.side === mine))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
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

/** The level of the engine in a game of one person against it; null for other games. */
export function levelOf({ record: { settings } }: Pick<LocalGame, 'record'>): number | null {
  const { white, black } = settings;
  return white.kind === 'computer' ? (black.kind === 'computer' ? null : white.level) : black.kind === 'computer' ? black.level : null;
}

/** The user's side in a game against the engine; null for other games. */
export function sideOf({ record: { settings } }: Pick<LocalGame, 'record'>): Side | null {
  const [white, black] = [settings.white.kind, settings.black.kind];
  return white === black ? null : white === 'person' ? 'white' : 'black';
}

const HIGHEST_LEVEL = 10;

/** The next level after two wins in a row at one level; null otherwise. The latest game is first. */
export function nextLevel(games: readonly LocalGame[]): number | null {
  const [last, before] = games.filter((it) => it.deleted_ms === null && it.record.ending !== null && levelOf(it) !== null);
  if (!last || !before) return null;
  const level = levelOf(last)!;
  const won = [last, before].every((it) => levelOf(it) === level && it.record.ending?.winner === sideOf(it));
  return won && level < HIGHEST_LEVEL ? level + 1 : null;
}
