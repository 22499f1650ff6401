/** The drills for square names, on several kinds of boards. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drill, DRILLS, type DrillBoard } from '../../../src/features/coordinates/drill';
import { RulesBinding } from '../../../src/rules/binding';
import { playReady } from '../wasm';

const BOARD: DrillBoard = {
  cells: 'dark',
  squares: [1, 2, 3, 4].map((square) => ({ square, row: Math.floor((square - 1) / 2), col: square % 2, name: String(square) })),
};

/** Returns these numbers in turn, repeatedly. */
function lots(...numbers: number[]): () => number {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
}

describe('finding a square', () => {
  it('counts correct answers and never asks for the same square twice in a row', () => {
    let round = drill('find', BOARD, lots(0.99, 0, 0.5, 0.99, 0.3, 1));
    expect(round.wanted).toEqual([4]);
    for (let n = 1; n <= 5; n += 1) {
      const [before = 0] = round.wanted;
      round = round.answered(before);
      expect(round.wanted).not.toEqual([before]);
      expect(round.found).toBe(n);
    }
  });

  it('repeats a missed square and names the touched one', () => {
    const round = drill('find', BOARD, lots(0)).answered(3);
    expect([round.wanted, round.found, round.missed]).toEqual([[1], 0, 3]);
    expect(round.answered(1).missed).toBeNull();
  });
});

let binding: RulesBinding;
beforeAll(() => {
  playReady();
  binding = new RulesBinding();
});

describe.each(['international', 'turkish', 'alquerque', 'canadian'])('on the board of %s', (game) => {
  it('four names are offered in order, one of them correct', () => {
    const { board } = binding.startView(game);
    let round = drill('name', board);
    for (let n = 0; n < 200; n += 1) {
      const [wanted = 0] = round.wanted;
      expect(new Set(round.offered).size).toBe(4);
      expect(round.offered).toContain(wanted);
      expect([...round.offered].sort((a, b) => a - b)).toEqual(round.offered);
      const wrong = round.answered(round.offered.find((it) => it !== wanted)!);
      expect([wrong.wanted, wrong.offered, wrong.found]).toEqual([round.wanted, round.offered, n]);
      round = wrong.answered(wanted);
    }
    expect(round.found).toBe(200);
  });

  it('a written move is followed by touching its two squares in order', () => {
    const { board } = binding.startView(game);
    let round = drill('move', board);
    for (let n = 0; n < 200; n += 1) {
      const [from = 0, to = 0] = round.wanted;
      const [a, b] = [board.squares[from - 1]!, board.squares[to - 1]!];
      const step = [Math.abs(a.row - b.row), Math.abs(a.col - b.col)];
      expect(step).toEqual(board.cells === 'dark' ? [1, 1] : step[0] === 1 ? [1, 0] : [0, 1]);
      expect(round.answered(to)).toMatchObject({ missed: to, reached: 0 });
      const half = round.answered(from);
      expect(half).toMatchObject({ wanted: [from, to], reached: 1, found: n, missed: null });
      round = half.answered(to);
    }
    expect(round.found).toBe(200);
  });

  it('every drill starts', () => {
    for (const kind of DRILLS) expect(drill(kind, binding.startView(game).board)).toMatchObject({ kind, found: 0, reached: 0 });
  });
});
