/** Solving a problem: right, wrong and refused moves, replies and hints. With the real rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import { RulesBinding } from '../../../src/rules/binding';
import { asProblem, hasMoveOf, startOf } from '../../../src/features/problems/due';
import { readPart, type Problem } from '../../../src/features/problems/problem';
import { BEGUN, HINTS, hintWay, solvedHow, step, surrendered, takeBack, wantedMove, withHint, type Solving } from '../../../src/features/problems/solving';
import { playReady } from '../wasm';

playReady();
const rules = new ExerciseRules(new RulesBinding(), () => 'en');
const PROBLEMS = readPart('international', readFileSync(join(import.meta.dirname, 'collection.txt'), 'utf8'));
const [DIRECT] = PROBLEMS as [Problem];
const move = (problem: Problem, state: Solving, from: number, to: number | null, random = 0): Solving =>
  step(problem, state, { from, to, via: [], stops: true }, rules, random);

describe('a problem', () => {
  it.each(PROBLEMS.map((it) => [it.id, it] as const))('%s is solved by its moves', (_id, problem) => {
    let state = BEGUN;
    for (let left = 20; !state.done && left > 0; left--) {
      const { from, to, path } = wantedMove(problem, state, rules)!;
      state = step(problem, state, { from, to, via: path.slice(1, -1) }, rules, 0);
    }
    expect(state.line).toEqual(problem.lines[0].moves);
    expect([state.done, solvedHow(state)]).toEqual([true, 'clean']);
  });

  it('replies to a right move and ends with the last one', () => {
    const half = move(DIRECT, BEGUN, 28, 23);
    expect(half).toMatchObject({ line: ['28-23', '19x28'], wrong: null, done: false });
    expect(move(DIRECT, half, 32, 5)).toMatchObject({ line: ['28-23', '19x28', '32x5'], done: true, failed: false });
  });

  it('shows a wrong move until it is taken back, and counts as failed', () => {
    const wrong = move(DIRECT, BEGUN, 29, 24);
    expect(wrong).toMatchObject({ line: [], wrong: '29-24', failed: true, done: false });
    expect(move(DIRECT, wrong, 28, 23)).toBe(wrong);
    const again = move(DIRECT, move(DIRECT, takeBack(wrong), 28, 23), 32, 5);
    expect([again.done, solvedHow(again)]).toEqual([true, 'failed']);
  });

  it('does not count an illegal move as a mistake', () => {
    const refused = move(DIRECT, BEGUN, 28, 33);
    expect(refused).toMatchObject({ wrong: null, failed: false, line: [] });
    expect(refused.refusal?.sentence).not.toBe('');
    expect(move(DIRECT, BEGUN, 18, null).refusal).not.toBeNull();
    expect(move(DIRECT, refused, 28, 23).refusal).toBeNull();
  });

  it('has hints in three steps', () => {
    const [one, two, three] = [withHint(BEGUN), withHint(withHint(BEGUN)), withHint(withHint(withHint(BEGUN)))];
    expect(hintWay(DIRECT, one, rules)).toEqual([]);
    expect(hintWay(DIRECT, two, rules)).toEqual([28]);
    expect(hintWay(DIRECT, three, rules)).toEqual([28, 23]);
    expect(withHint(three)).toBe(three);
    expect(three.hints).toBe(HINTS);
    expect(solvedHow(move(DIRECT, three, 28, 23))).toBe('helped');
    expect(move(DIRECT, three, 28, 23).hints).toBe(0);
  });

  it('shows its solution, which counts as not solved', () => {
    const given = surrendered(DIRECT, move(DIRECT, BEGUN, 28, 23));
    expect(given).toMatchObject({ line: DIRECT.lines[0].moves, done: true, failed: true });
  });
});

describe('a problem with several lines', () => {
  // After 27-21 Black can capture with 16 or with 26; each needs its own continuation.
  const TWO: Problem = {
    ...DIRECT,
    fen: 'W:W27,36,48:B16,26',
    lines: [
      { moves: ['27-21', '16x27', '48-42'], also: ['48-43'] },
      { moves: ['27-21', '26x17', '48-42'], also: [] },
    ],
  };

  it('chooses one of the replies at random', () => {
    expect(rules.at(TWO.fen, ['27-21']).moves.map(({ text }) => text).sort()).toEqual(['16x27', '26x17']);
    expect(move(TWO, BEGUN, 27, 21, 0).line).toEqual(['27-21', '16x27']);
    expect(move(TWO, BEGUN, 27, 21, 0.99).line).toEqual(['27-21', '26x17']);
  });

  it('accepts an alternative last move in its own line only', () => {
    const first = move(TWO, BEGUN, 27, 21, 0);
    expect(move(TWO, first, 48, 43)).toMatchObject({ done: true, line: ['27-21', '16x27', '48-43'] });
    const second = move(TWO, BEGUN, 27, 21, 0.99);
    expect(move(TWO, second, 48, 43)).toMatchObject({ done: false, wrong: '48-43' });
  });
});

describe('moves that can be exchanged', () => {
  const EITHER: Problem = {
    ...DIRECT,
    fen: 'W:W15,27,28,30,33,35,39:B3,5,18,19,24,36',
    lines: [
      { moves: '27-22 18x27 15-10 5x14 28-23 19x28 33x31 36x27 30x10'.split(' '), also: [] },
      { moves: '15-10 5x14 27-22 18x27 28-23 19x28 33x31 36x27 30x10'.split(' '), also: [] },
    ],
  };

  it.each([
    [27, 22, 15, 10],
    [15, 10, 27, 22],
  ])('are accepted in both orders: %i-%i before %i-%i', (from, to, thenFrom, thenTo) => {
    const both = move(EITHER, move(EITHER, BEGUN, from, to), thenFrom, thenTo);
    expect(both).toMatchObject({ wrong: null, failed: false, done: false });
    expect(both.line).toHaveLength(4);
    const solved = move(EITHER, move(EITHER, move(EITHER, both, 28, 23), 33, 31), 30, 10);
    expect(solved).toMatchObject({ wrong: null, done: true });
  });

  it('are shown in the order begun', () => {
    const begun = move(EITHER, BEGUN, 15, 10);
    expect(surrendered(EITHER, begun).line).toEqual(EITHER.lines[1]?.moves);
  });
});

describe('a stored position or line', () => {
  it('can be solved as a problem', () => {
    const kept = asProblem({ kind: 'position', variant: 'international', fen: DIRECT.fen, solution: '28-23 19x28 32x5', from: 'x' });
    expect(move(kept, startOf(kept, kept.fen, 'white', rules), 28, 23).line).toHaveLength(2);
  });

  it('starts with the first move of the trained side, and may end with a move of the other side', () => {
    const START = 'W:W31-50:B1-20';
    const line = asProblem({ kind: 'line', variant: 'international', fen: START, moves: ['32-28', '18-23', '33-29'], side: 'black', title: '' });
    const begun = startOf(line, START, 'black', rules);
    expect(begun.line).toEqual(['32-28']);
    expect(move(line, begun, 18, 23)).toMatchObject({ line: ['32-28', '18-23', '33-29'], done: true, failed: false });
    expect(move(line, begun, 20, 25)).toMatchObject({ wrong: '20-25' });
  });

  it('is rejected if it has illegal moves', () => {
    const line = asProblem({ kind: 'line', variant: 'international', fen: DIRECT.fen, moves: ['28-22', '1-6', '3-9'], side: 'white', title: '' });
    expect(() => startOf(line, DIRECT.fen, 'white', rules)).toThrow();
    const none = asProblem({ kind: 'position', variant: 'international', fen: DIRECT.fen, solution: '', from: '' });
    expect(() => startOf(none, DIRECT.fen, 'white', rules)).toThrow();
  });

  it('can be stored only for a side that moves in it', () => {
    const START = 'W:W31-50:B1-20';
    const moves = ['32-28', '18-23', '33-29'];
    for (const side of ['white', 'black'] as const) {
      for (const n of [0, 1, 2, 3]) {
        const line = moves.slice(0, n);
        const problem = asProblem({ kind: 'line', variant: 'international', fen: START, moves: line, side, title: '' });
        const begin = (): Solving => startOf(problem, START, side, rules);
        if (hasMoveOf(side, line, rules.at(START, line).side)) expect(begin, `${side} ${n}`).not.toThrow();
        else expect(begin, `${side} ${n}`).toThrow();
      }
    }
  });
});
