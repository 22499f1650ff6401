/**
 * Finds the solution of a position for a sheet: moves that the engine evaluates as clearly better
 * than all others, with the best replies between them. If the first move is not clear, there is no
 * solution. The engine and the rules are parameters.
 */
import type { Rules } from '../../rules/exercise-rules';
import type { Score, Thought } from '../../rules/model';
import { lineOf, tasksOf } from '../../rules/position-list';

/**
 * Searches the position after these moves with several lines; null without a result, as after a
 * cancellation.
 */
export type AskLines = (moves: readonly string[], lines: 1 | 2) => Promise<Pick<Thought, 'lines'> | null>;

export type Found =
  | { kind: 'solved'; moves: readonly string[] }
  /** Several moves are as good, or the position is lost. */
  | { kind: 'open' }
  /** The engine failed or was stopped. */
  | { kind: 'stopped' };

/**
 * The minimum difference between the best and the second move, in hundredths of a man: clearly more
 * than a man.
 */
const MARGIN = 150;
/** The maximum length of a solution, in moves of both sides. */
const LONGEST = 24;
/** The score of a won position, in the same unit: far more than material. */
const WON = 10_000;

/** A score in hundredths of a man. All wins count the same: a longer win is no mistake. */
function worth(score: Score): number {
  if ('hundredths' in score) return score.hundredths;
  return 'win' in score || 'known_win' in score ? WON : -WON;
}

export async function solutionOf(rules: Rules, fen: string, ask: AskLines): Promise<Found> {
  const line: string[] = [];
  const solver = rules.at(fen, []).side;
  /** The number of moves that are clear, including the replies between them. */
  let known = 0;
  while (line.length < LONGEST) {
    const { moves, outcome, side } = rules.at(fen, line);
    const [only, other] = moves;
    if (outcome !== null || !only) break;
    if (!other) {
      line.push(only.text);
      // A compulsory capture after a clear move belongs to the solution; a forced quiet move does
      // not.
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

/**
 * Whether a text is a list of positions instead of PDN: without tags, and beginning with the side
 * to move.
 */
export function isList(positions: string): boolean {
  return /^\s*(#[^\n]*\n\s*)*[A-Za-z?]:/.test(positions);
}

/** The positions in a list without a solution. */
export function unsolved(positions: string): string[] {
  return isList(positions) ? tasksOf(positions).filter(({ moves }) => moves.length === 0).map(({ fen }) => fen) : [];
}

/** The list with a solution where this position has none. Everything else stays. */
export function withSolution(positions: string, fen: string, moves: readonly string[]): string {
  const lines = positions.split('\n').map((line) => {
    const [task] = tasksOf(line);
    return task && task.fen === fen && task.moves.length === 0 ? lineOf(fen, moves, task.words) : line;
  });
  return lines.join('\n');
}
