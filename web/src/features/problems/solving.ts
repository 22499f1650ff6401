/**
 * Solving a problem as a pure function from a state and a move to the next state. The rules are
 * queried through `Rules`. An illegal move is no mistake; a legal move outside the solution is one.
 */
import type { MoveInput, Square } from '../../board/types';
import type { Rules } from '../../rules/exercise-rules';
import type { MoveView, RefusalView } from '../../rules/model';
import type { Problem } from './problem';

export type Solved = 'clean' | 'helped' | 'failed';

export interface Solving {
  /** The moves of the solution played so far, of both sides. */
  line: readonly string[];
  /** A wrong move, played after them. It is taken back before the next one. */
  wrong: string | null;
  refusal: RefusalView | null;
  /** How many hints the user took at this move: theme, piece, move. */
  hints: number;
  helped: boolean;
  failed: boolean;
  /** Whether the solution was shown before it was found. */
  shown: boolean;
  done: boolean;
}

export const HINTS = 3;

export const BEGUN: Solving = { line: [], wrong: null, refusal: null, hints: 0, helped: false, failed: false, shown: false, done: false };

/** The moves accepted from White in this position: those of the solution, and alternatives to its last move. */
function wanted({ lines }: Problem, line: readonly string[]): string[] {
  const through = lines.filter(({ moves }) => line.every((move, ply) => moves[ply] === move));
  const next = through.flatMap(({ moves, also }) => [...moves.slice(line.length, line.length + 1), ...(moves.length === line.length + 1 ? also : [])]);
  return [...new Set(next)];
}

/**
 * Black's replies in this position according to the solution, without duplicates, that of the main
 * line first.
 */
function replies({ lines }: Problem, line: readonly string[]): string[] {
  const through = lines.filter(({ moves }) => line.every((move, ply) => moves[ply] === move));
  return [...new Set(through.flatMap(({ moves }) => moves[line.length] ?? []))];
}

/** The next state after a move. `random`, a random number in [0, 1), chooses among Black's replies. */
export function step(problem: Problem, state: Solving, tried: MoveInput, rules: Rules, random: number): Solving {
  if (state.done || state.wrong !== null) return state;
  const { from, to, via, stops } = tried;
  const at: Solving = { ...state, refusal: null };
  if (to === null) return { ...at, refusal: rules.whyNot(problem.fen, state.line, from) };
  const reply = rules.attempt(problem.fen, state.line, { from, to, via });
  if ('refused' in reply) return reply.refused.code === 'capture-goes-on' && !stops ? at : { ...at, refusal: reply.refused };
  if (!('played' in reply)) return at;
  const { played } = reply;
  const found = wanted(problem, state.line).find((text) => text === played.text || text === played.long);
  if (found === undefined) return { ...at, wrong: played.text, failed: true };
  const line = [...state.line, found];
  const answers = replies(problem, line);
  const answer = answers[Math.floor(random * answers.length)];
  // An accepted alternative to the last move ends the line.
  if (answer === undefined) return { ...at, line: [...state.line, played.text], done: true, hints: 0 };
  // A line to memorise may end with a move of the opponent.
  return { ...at, line: [...line, answer], done: wanted(problem, [...line, answer]).length === 0, hints: 0 };
}

export const takeBack = (state: Solving): Solving => ({ ...state, wrong: null });

export function withHint(state: Solving): Solving {
  return state.done || state.wrong !== null || state.hints >= HINTS ? state : { ...state, hints: state.hints + 1, helped: true };
}

/** Shows the whole solution: the problem counts as unsolved. */
export function surrendered(problem: Problem, state: Solving): Solving {
  const { moves } = problem.lines.find((it) => state.line.every((move, ply) => it.moves[ply] === move)) ?? problem.lines[0];
  return { ...state, line: moves, wrong: null, refusal: null, hints: 0, failed: state.failed || !state.done, shown: !state.done, done: true };
}

export function solvedHow({ failed, helped }: Solving): Solved {
  return failed ? 'failed' : helped ? 'helped' : 'clean';
}

export function wantedMove(problem: Problem, { line }: Solving, rules: Rules): MoveView | null {
  const [text] = wanted(problem, line);
  return rules.at(problem.fen, line).moves.find((move) => move.text === text || move.long === text) ?? null;
}

/** The squares that the hints point at: none, the piece, the path. */
export function hintWay(problem: Problem, state: Solving, rules: Rules): readonly Square[] {
  if (state.done || state.hints < 2) return [];
  const path = wantedMove(problem, state, rules)?.path ?? [];
  return state.hints === 2 ? path.slice(0, 1) : path;
}
