/** Cards with an exact position or line, put as a problem, so that one screen asks for all of them. */
import type { Rules } from '../../rules/rules-asker';
import type { Side } from '../../rules/model';
import type { Problem } from './problem';
import type { Subject } from './repetition';
import { BEGUN, type Solving } from './solving';

/** A position or a line as a problem. It has no level and no theme. What counts as well as its last move is accepted like it. */
export function asProblem(subject: Extract<Subject, { kind: 'position' | 'line' }>): Problem {
  const moves = subject.kind === 'position' ? subject.solution.split(' ').filter((it) => it !== '') : subject.moves;
  const also = subject.kind === 'position' ? (subject.accepted ?? []) : [];
  return { id: subject.fen, variant: subject.variant, fen: subject.fen, lines: [{ moves, also }], rating: 0, deviation: 350, name: null, families: [], devices: [], pieces: 0, opening: '' };
}

/**
 * Where a problem begins for the side that is trained: a first move of the other side has been played. Throws where the line cannot be
 * played to a move of that side.
 */
export function startOf(problem: Problem, fen: string, trained: 'white' | 'black', rules: Rules): Solving {
  const { moves } = problem.lines[0];
  const begun = rules.at(fen, []).side === trained ? [] : moves.slice(0, 1);
  if (moves.length <= begun.length) throw new Error('the line has no move of the side that is trained');
  rules.at(fen, moves); // throws where a move cannot be played
  return { ...BEGUN, line: begun };
}

/** Whether a line has a move of a side; `toMove` is the side that is to move after it. */
export function hasMoveOf(side: Side, line: readonly string[], toMove: Side): boolean {
  return line.length > 1 || (line.length === 1 && toMove !== side);
}
