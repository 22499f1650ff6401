/**
 * Why a move does not solve a problem: the best reply, its name if it is a shot, and the resulting
 * evaluation. Asks the engine and the coach.
 */
import type { Coach } from '../../rules/coach';
import { forWhite } from '../../session/score';
import type { Engine } from '../../rules/engine';
import type { GameView, Language, Score, ShotView } from '../../rules/model';

export interface Refutation {
  /** The continuation, beginning with the reply. */
  line: readonly string[];
  /** The evaluation after it, from White's side. */
  score: Score | null;
  /** The shot that the reply begins, if any. */
  shot: ShotView | null;
}

/** The thinking time in milliseconds, and the maximum number of moves displayed. */
const TIME_MS = 800;
const SHOWN = 6;

/** The reply to a wrong move. `after` is the position after that move. */
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
    // A line that the coach cannot name is still a reply.
  }
  return { line: best.pv.slice(0, SHOWN), score: forWhite(best.score, after.side), shot };
}
