/** The evaluation curve of a game: one question after another, each position once, scored for White. */
import { describe, expect, it, vi } from 'vitest';
import { drops, GameCurve } from '../../../src/features/analysis/curve.svelte';
import type { Engine } from '../../../src/rules/engine';
import type { Thought, TreePosition } from '../../../src/rules/model';

interface Open {
  moves: readonly string[];
  answer: (hundredths: number) => void;
  cancelled: boolean;
}

function engine(workers = 1): { engine: Engine; asked: Open[] } {
  const asked: Open[] = [];
  const ask: Engine['ask'] = ({ moves }) => {
    let settle: (thought: Thought | null) => void = () => {};
    const answer = new Promise<Thought | null>((resolve) => (settle = resolve));
    const open: Open = { moves, answer: (hundredths) => settle({ score: { hundredths } } as Thought), cancelled: false };
    asked.push(open);
    return { answer, cancel: () => ((open.cancelled = true), settle(null)) };
  };
  return { engine: { ask, workers } as unknown as Engine, asked };
}

/** White to move at even nodes; the last one, 9, is over and lost for White. */
const positionOf = (node: number): TreePosition =>
  ({
    variant: 'international',
    line_start: 'start',
    line: Array.from({ length: node }, String),
    pieces: [],
    moves: node === 9 ? [] : [{}],
    side: node % 2 === 0 ? 'white' : 'black',
    outcome: node === 9 ? { winner: 'black' } : null,
  }) as unknown as TreePosition;

const numbers = (curve: GameCurve): (number | string | null)[] =>
  curve.points.map(({ score }) => (score === null ? null : 'hundredths' in score ? score.hundredths : Object.keys(score)[0]!));

describe('the evaluation curve of a game', () => {
  it('asks for one position after another and inverts the scores of Black', async () => {
    const { engine: it, asked } = engine();
    const curve = new GameCurve(it);
    const done = curve.judge([0, 1, 9], positionOf);
    expect([asked.length, curve.left]).toEqual([1, 3]);
    asked[0]!.answer(10);
    await vi.waitFor(() => expect(asked.length).toBe(2));
    expect(numbers(curve)).toEqual([10, null, null]);
    asked[1]!.answer(25);
    await done;
    expect(numbers(curve)).toEqual([10, -25, 'loss']);
    expect(curve.left).toBe(0);
  });

  it('reuses known scores, also those of another line', async () => {
    const { engine: it, asked } = engine();
    const curve = new GameCurve(it);
    const first = curve.judge([0], positionOf);
    asked[0]!.answer(5);
    await first;
    const second = curve.judge([0, 2], positionOf);
    expect(asked.length).toBe(2);
    asked[1]!.answer(-40);
    await second;
    expect(numbers(curve)).toEqual([5, -40]);
    curve.show([0, 3]);
    expect(numbers(curve)).toEqual([5, null]);
  });

  it('can be stopped: the question is cancelled and none follows', async () => {
    const { engine: it, asked } = engine();
    const curve = new GameCurve(it);
    const done = curve.judge([0, 1], positionOf);
    curve.stop();
    await done;
    expect([asked.length, asked[0]!.cancelled, curve.left]).toEqual([1, true, 0]);
  });

  it('asks for as many positions at once as there are workers', async () => {
    const { engine: it, asked } = engine(2);
    const curve = new GameCurve(it);
    const done = curve.judge([0, 1, 2], positionOf);
    expect([asked.length, curve.left]).toEqual([2, 3]);
    asked[1]!.answer(30);
    await vi.waitFor(() => expect(asked.length).toBe(3));
    asked[0]!.answer(10);
    asked[2]!.answer(20);
    await done;
    expect(numbers(curve)).toEqual([10, -30, 20]);
    expect(curve.left).toBe(0);
  });
});

describe('an open curve', () => {
  it('evaluates added moves, and nothing twice for the same line', async () => {
    const { engine: it, asked } = engine();
    const curve = new GameCurve(it);
    const first = curve.judge([0], positionOf);
    asked[0]!.answer(5);
    await first;
    curve.follow([0], positionOf);
    expect(asked.length).toBe(1);
    curve.follow([0, 1], positionOf);
    expect(asked.length).toBe(2);
    asked[1]!.answer(7);
    await vi.waitFor(() => expect(numbers(curve)).toEqual([5, -7]));
  });

  it('marks the moves that lost half a man or more, for the side that made them', () => {
    const points = [0, 60, 55, -40, -45].map((hundredths, node) => ({ node, score: { hundredths } }));
    const moverOf = (node: number) => (node % 2 === 1 ? ('white' as const) : ('black' as const));
    expect(drops(points, moverOf)).toEqual([3]); // White's move 1 gained, White's move 3 lost
    expect(drops([points[0]!, { node: 1, score: null }, points[3]!], moverOf)).toEqual([]);
  });
});
