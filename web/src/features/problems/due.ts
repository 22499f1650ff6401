/**
 * Shows cards for a position or a line as problems, so that one view serves all kinds of reviews.
 */
import type { Rules } from '../../rules/exercise-rules';
import type { Side } from '../../rules/model';
import type { Problem } from './problem';
import type { Subject } from './repetition';
import { BEGUN, type Solving } from './solving';

/**
 * A position or a line as a problem without level and name. Alternatives to its last move are
 * accepted too.
 */
export function asProblem(subject: Extract<Subject, { kind: 'position' | 'line' }>): Problem {
  const moves = subject.kind === 'position' ? subject.solution.split(' ').filter((it) => it !== '') : subject.moves;
  const also = subject.kind === 'position' ? (subject.accepted ?? []) : [];
  const themes = subject.kind === 'position' && subject.holds ? ['hold'] : [];
  return { id: subject.fen, variant: subject.variant, fen: subject.fen, lines: [{ moves, also }], rating: 0, deviation: 350, themes, name: null, families: [], devices: [], pieces: 0, opening: '' };
}

/**
 * The initial state for the trained side: if the other side begins, its first move is played.
 * Throws if the line has no move of the trained side, or one that cannot be played.
 */
export function startOf(problem: Problem, fen: string, trained: 'white' | 'black', rules: Rules): Solving {
  const { moves } = problem.lines[0];
  const begun = rules.at(fen, []).side === trained ? [] : moves.slice(0, 1);
  if (moves.length <= begun.length) throw new Error('the line has no move of the side that is trained');
  rules.at(fen, moves); // throws if a move cannot be played
  return { ...BEGUN, line: begun };
}

/** Whether a line contains a move of a side; `toMove` is the side to move at its end. */
export function hasMoveOf(side: Side, line: readonly string[], toMove: Side): boolean {
  return line.length > 1 || (line.length === 1 && toMove !== side);
}
