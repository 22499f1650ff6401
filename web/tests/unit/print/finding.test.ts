/** Solutions for a sheet: found by the engine if unique, and written into the list without other changes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isList, solutionOf, unsolved, withSolution, type AskLines } from '../../../src/features/print/finding';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import { RulesBinding } from '../../../src/rules/binding';
import type { Score } from '../../../src/rules/model';
import { playReady } from '../wasm';

let rules: ExerciseRules;
beforeAll(() => {
  playReady();
  rules = new ExerciseRules(new RulesBinding(), () => 'en');
});

const SHOT = 'W:W28,29,32,37:B8,9,10,18,19';

/** A fake engine with the scores of the best moves for each line of moves. */
const knowing = (known: Record<string, readonly [string, Score][]>): AskLines & { asked: string[] } => {
  const asked: string[] = [];
  const ask: AskLines = async (moves, lines) => {
    asked.push(moves.join(' '));
    const found = known[moves.join(' ')];
    return found ? { lines: found.slice(0, lines).map(([move, score]) => ({ pv: [move], score })) } : null;
  };
  return Object.assign(ask, { asked });
};
const men = (hundredths: number): Score => ({ hundredths });

describe('a solution found by the engine', () => {
  it('goes as far as each move is clearly the best, and ends with a move of the solver', async () => {
    const ask = knowing({
      '': [['28-23', men(400)], ['37-31', men(-20)]],
      '28-23': [['19x28', men(-400)]],
      '28-23 19x28 32x5': [['8-13', men(-400)]],
      '28-23 19x28 32x5 8-13': [['5-46', men(420)], ['29-24', men(400)]],
    });
    expect(await solutionOf(rules, SHOT, ask)).toEqual({ kind: 'solved', moves: ['28-23', '19x28', '32x5'] });
    // With a single legal move the engine is not asked.
    expect(ask.asked).not.toContain('28-23 19x28');
  });

  it('is none if two moves are equal, if both win, or if all lose', async () => {
    for (const [best, second] of [[men(100), men(60)], [{ win: 3 }, { win: 9 }], [{ win: 3 }, { known_win: 40 }], [{ loss: 9 }, { loss: 3 }]] as const) {
      expect(await solutionOf(rules, SHOT, knowing({ '': [['28-23', best], ['37-31', second]] }))).toEqual({ kind: 'open' });
    }
  });

  it('may save a game, and may be the only legal move', async () => {
    const saving = knowing({ '': [['28-23', men(0)], ['37-31', men(-300)]], '28-23': [['19x28', men(0)]], '28-23 19x28 32x5': [['8-13', men(0)]], '28-23 19x28 32x5 8-13': [['5-46', men(0)], ['29-24', men(0)]] });
    expect(await solutionOf(rules, SHOT, saving)).toMatchObject({ kind: 'solved', moves: ['28-23', '19x28', '32x5'] });
    expect(await solutionOf(rules, 'W:W28:B23', knowing({}))).toEqual({ kind: 'solved', moves: ['28x19'] });
  });

  it('is unknown if the engine stops', async () => {
    expect(await solutionOf(rules, SHOT, knowing({}))).toEqual({ kind: 'stopped' });
  });
});

describe('the list of positions', () => {
  it('gets missing solutions and is otherwise unchanged', () => {
    const list = `# ours\n${SHOT} |  | Look!\nW:W28:B23 | 28x19\n\n${SHOT}`;
    expect(unsolved(list)).toEqual([SHOT, SHOT]);
    expect(withSolution(list, SHOT, ['28-23', '19x28'])).toBe(`# ours\n${SHOT} | 28-23 19x28 | Look!\nW:W28:B23 | 28x19\n\n${SHOT} | 28-23 19x28`);
    expect(withSolution(list, 'W:W1:B50', ['1-2'])).toBe(list);
  });

  it('is distinguished from a file of games', () => {
    expect(isList(`# ours\n${SHOT}`)).toBe(true);
    for (const text of ['', '[White "A"]\n1. 32-28 *', '1. 32-28 18-23']) {
      expect(isList(text)).toBe(false);
      expect(unsolved(text)).toEqual([]);
    }
  });
});
