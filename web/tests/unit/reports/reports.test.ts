/** Creating a report: questions in order, stopped and resumed, and failures. */
import { beforeAll, describe, expect, it } from 'vitest';
import { GameReporting, pliesInCommon } from '../../../src/features/reports/report.svelte';
import { Coach } from '../../../src/rules/coach';
import type { Engine } from '../../../src/rules/engine';
import type { Thought } from '../../../src/rules/model';
import type { Question } from '../../../src/rules/think';
import { coachReady } from '../wasm';

beforeAll(coachReady);

const GAME = { variant: 'international', fen: 'W:W33,38,39,40,45,50:B1,6,12,13,14,23,24', moves: ['50-44', '6-11'] };

/** A fake engine that knows the shot of the first position only. */
function engine(answer: (question: Question) => Promise<Thought | null>): { engine: Engine; asked: Question[] } {
  const asked: Question[] = [];
  const ask = (question: Question) => {
    asked.push(question);
    return { answer: answer(question), cancel: () => {} };
  };
  return { engine: { ask } as unknown as Engine, asked };
}

const thought = (hundredths: number, ...pv: string[]): Thought =>
  ({ done: true, depth: 9, score: { hundredths }, lines: [{ score: { hundredths }, pv }], nodes: 1, nps: 1, best: null, judgement: 'learned', verdict: null }) as unknown as Thought;

/** A fake engine that finds the shot in the first position, and the same line when only its first move is searched. */
const knowing = (question: Question): Promise<Thought> => {
  if (question.moves.length === 0) return Promise.resolve(thought(300, '33-28', '23x34', '40x7'));
  const isShot = question.moves.length === 1 && question.moves[0] === '33-28';
  return Promise.resolve(isShot ? thought(-300, '23x34', '40x7') : thought(0));
};

describe('a report', () => {
  it('asks the engine until it is complete, and names the shot in both languages', async () => {
    const { engine: asker, asked } = engine(knowing);
    const report = new GameReporting(new Coach(), asker, GAME);
    await report.run();
    expect(report.done).toBe(true);
    expect(report.failed).toBe(false);
    expect(report.progress.done).toBe(asked.length);
    expect(asked.every(({ limits }) => (limits.nodes ?? 0) > 0)).toBe(true);
    expect(report.view(false, 'en').moments[0]?.sentences[0]).toBe('There was a coup royal: give 3, take 5.');
    expect(report.view(true, 'fr').moments[0]?.acceptable).toEqual(['33-28']);
  });

  it('resumes where it was stopped', async () => {
    let count = 0;
    const { engine: asker } = engine(async (question) => {
      count += 1;
      const isSecond = count === 2;
      await Promise.resolve();
      if (isSecond) report.stop();
      return knowing(question);
    });
    const report: GameReporting = new GameReporting(new Coach(), asker, GAME);
    await report.run();
    expect(report.done).toBe(false);
    expect(report.progress.done).toBe(1);
    await report.run();
    expect(report.done).toBe(true);
  });

  it('resumes at once while the last question is still pending', async () => {
    const out: (() => void)[] = [];
    const { engine: asker, asked } = engine((question) =>
      asked.length === 1 ? new Promise((resolve) => out.push(() => resolve(null))) : knowing(question),
    );
    const report = new GameReporting(new Coach(), asker, GAME);
    const first = report.run();
    report.stop();
    const second = report.run();
    expect(asked).toHaveLength(2); // the same question again
    expect(asked[1]).toEqual(asked[0]);
    out[0]!();
    await Promise.all([first, second]);
    expect([report.done, report.failed, report.progress.done]).toEqual([true, false, asked.length - 1]);
  });

  it('reports an engine failure', async () => {
    const { engine: asker } = engine(() => Promise.reject(new Error('no worker')));
    const report = new GameReporting(new Coach(), asker, GAME);
    await report.run();
    expect([report.done, report.failed]).toEqual([false, true]);
  });
});

describe('moves in common', () => {
  const of = (...moves: string[]) => ({ ...GAME, moves });
  it.each([
    [['50-44', '6-11'], ['50-44', '6-11', '33-28'], 2],
    [['50-44', '1-7'], ['50-44', '6-11'], 1],
    [['50-44', '6-11', '33-28'], ['50-44'], 1],
    [[], ['50-44'], 0],
  ])('of %j and %j are %i', (one, other, n) => expect(pliesInCommon(of(...one), of(...other))).toBe(n));

  it('are none from another start position or in another variant', () => {
    expect(pliesInCommon(GAME, { ...GAME, fen: 'W:W33:B1' })).toBe(0);
    expect(pliesInCommon(GAME, { ...GAME, variant: 'frisian' })).toBe(0);
  });
});

it('a hint has a reason, or none', () => {
  const coach = new Coach();
  const line = { score: { hundredths: 300 }, pv: ['33-28', '23x34', '40x7'] };
  expect(coach.why({ ...GAME, moves: [] }, [line], 'en')).toBe('It begins a coup royal: give 3, take 5.');
  expect(coach.why({ ...GAME, moves: [] }, [], 'fr')).toBeNull();
});
