/**
 * Finds the solution of a position for a sheet: moves of which the engine says that each is clearly better than every other, with the best
 * answers of the other side between them. Where the first move is not clear there is no single answer, and none is made up. The engine
 * and the rules are asked through what is handed in; nothing here knows a rule.
 */
import type { Rules } from '../../rules/rules-asker';
import type { Score, Thought } from '../../rules/model';
import { lineOf, tasksOf } from '../../rules/position-list';

/** Asks for so many lines at the position after these moves; null where there is no answer, as after a cancellation. */
export type AskLines = (moves: readonly string[], lines: 1 | 2) => Promise<Pick<Thought, 'lines'> | null>;

export type Found =
  | { kind: 'solved'; moves: readonly string[] }
  /** Several moves are as good, or the position is lost. */
  | { kind: 'open' }
  /** The engine was not there, or was stopped. */
  | { kind: 'stopped' };

/** By how much the best move must be better than the second, in hundredths of a man: clearly more than a man. */
const MARGIN = 150;
/** No solution on a sheet needs more moves of both sides. */
const LONGEST = 24;
/** What a won position counts, in the same unit: far more than pieces can. */
const WON = 10_000;

/** A score in hundredths of a man. All ways to win count the same: a longer win is no mistake. */
function worth(score: Score): number {
  if ('hundredths' in score) return score.hundredths;
  return 'win' in score || 'known_win' in score ? WON : -WON;
}

export async function solutionOf(rules: Rules, fen: string, ask: AskLines): Promise<Found> {
  const line: string[] = [];
  const solver = rules.at(fen, []).side;
  /** How many moves are known to be right, the answers between them included. */
  let known = 0;
  while (line.length < LONGEST) {
    const { moves, outcome, side } = rules.at(fen, line);
    const [only, other] = moves;
    if (outcome !== null || !only) break;
    if (!other) {
      line.push(only.text);
      // After a clear move a compulsory capture belongs to it; a quiet move that is the only one shows nothing more.
      if (side === solver && (line.length === 1 || (known > 0 && only.captured.length > 0))) known = line.length;
      continue;
    }
    const thought = await ask(line, side === solver ? 2 : 1);
    if (!thought) return { kind: 'stopped' };
    const [best, second] = thought.lines;
    const move = best?.pv[0];
    if (!best || move === undefined) return { kind: 'stopped' };
    if (side === solver) {
      if (!second || worth(best.score) <= -WON || worth(best.score) - worth(second.score) < MARGIN) break;
      known = line.length + 1;
    }
    line.push(move);
  }
  return known > 0 ? { kind: 'solved', moves: line.slice(0, known) } : { kind: 'open' };
}

/** Whether a text is a list, and not a file of games: a list has no tags and begins with the side to move. */
export function isList(positions: string): boolean {
  return /^\s*(#[^\n]*\n\s*)*[A-Za-z?]:/.test(positions);
}

/** The positions of a list that have no solution yet. */
export function unsolved(positions: string): string[] {
  return isList(positions) ? tasksOf(positions).filter(({ moves }) => moves.length === 0).map(({ fen }) => fen) : [];
}

/** The list with a solution where this position has none. Everything else of it stays as it is. */
export function withSolution(positions: string, fen: string, moves: readonly string[]): string {
  const lines = positions.split('\n').map((line) => {
    const [task] = tasksOf(line);
    return task && task.fen === fen && task.moves.length === 0 ? lineOf(fen, moves, task.words) : line;
  });
  return lines.join('\n');
}
