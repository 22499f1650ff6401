/** Why a move does not solve a problem: what the other side answers, what that is called, and how it stands then. The engine is asked, and the coach. */
import type { Coach } from '../../rules/coach';
import { forWhite } from '../../session/score';
import type { Engine } from '../../rules/engine';
import type { GameView, Language, Score, ShotView } from '../../rules/model';

export interface Refutation {
  /** The moves that follow, the answer first. */
  line: readonly string[];
  /** How it stands then, from White's side. */
  score: Score | null;
  /** The shot that the answer begins, if it begins one. */
  shot: ShotView | null;
}

/** How long the engine thinks about it, in milliseconds, and how much of its line is shown. */
const TIME_MS = 800;
const SHOWN = 6;

/** The answer to a move that was tried: `after` is the position that the line with this move leads to. */
export async function refute(
  engine: Engine,
  coach: Coach | null,
  variant: string,
  fen: string,
  line: readonly string[],
  after: GameView,
  language: Language,
): Promise<Refutation | null> {
  if (after.outcome !== null) return null;
  const question = { variant, fen, moves: line, pieces: after.pieces.length, limits: { time_ms: TIME_MS } };
  const thought = await engine.ask(question, 'move').answer.catch(() => null);
  const best = thought?.lines[0];
  if (!best || best.pv.length === 0) return null;
  let shot: ShotView | null = null;
  try {
    shot = coach?.nameShot(variant, after.fen, best.pv, language) ?? null;
  } catch {
    // A line without a name is still an answer.
  }
  return { line: best.pv.slice(0, SHOWN), score: forWhite(best.score, after.side), shot };
}
