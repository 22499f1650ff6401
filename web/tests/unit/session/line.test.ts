/** The line of a viewed game: limited in length, with a note about what is left out. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasMoves, listed, listedFrom, lineOf, LONGEST_LINE, type Line } from '../../../src/session/line';
import { Study } from '../../../src/rules/study';
import { studyReady } from '../wasm';

beforeAll(studyReady);

/** Two kings that move to and fro, each between two squares. */
const toAndFro = (moves: number): string => {
  const four = ['46-41', '26-21', '41-46', '21-26'];
  return `[FEN "W:WK46:BK26"]\n\n${Array.from({ length: moves }, (_, i) => four[i % 4]).join(' ')} *`;
};
const read = (pdn: string) => lineOf(new Study(), pdn, 'international', 'en');

describe('the line of a viewed game', () => {
  it('with 100,000 moves in a link is refused before it is parsed', () => {
    const study = new Study();
    study.readPdn = () => {
      throw new Error('was read');
    };
    expect(lineOf(study, toAndFro(100_000), 'international', 'en')).toBe('too-long');
  });

  it('is cut after some thousand moves, with a note that the game continues', () => {
    const line = read(toAndFro(5_000)) as Line;
    expect(line.nodes).toHaveLength(LONGEST_LINE + 1);
    expect(line.cut).toBe(true);
    expect(line.at(9_999, 'en').node).toBe(line.nodes.at(-1)?.id);
    expect((read(toAndFro(30)) as Line).cut).toBe(false);
  });

  it('reports why a game cannot be played to its end and which moves are illegal', () => {
    const line = read('1. 32-28 18-23 2. 31-5 *') as Line;
    expect(line.fault).toContain('31-5');
    expect(line.nodes.map((node) => node.kind)).toEqual(['start', 'move', 'move', 'unplayed']);
    expect((read('1. 32-28 18-23 *') as Line).fault).toBeNull();
  });

  it('counts the other games of a text', () => {
    expect((read('[White "A"]\n\n1. 32-28 *\n\n[White "B"]\n\n1. 31-27 *') as Line).others).toBe(1);
    expect((read('1. 32-28 *') as Line).others).toBe(0);
    expect(read('')).toBeNull();
  });
});

describe('the list of moves', () => {
  it('is complete for a game of usual length', () => {
    for (const at of [0, 1, 100, 200]) expect(listedFrom(at, 200, 1)).toBe(1);
  });

  it('always contains the current move and its neighbours', () => {
    const { nodes } = read(toAndFro(1_900)) as Line;
    const walk = Array.from({ length: 191 }, (_, i) => i * 10);
    for (const path of [walk, walk.toReversed(), [0, 1900, 3, 700, 690, 1]]) {
      let from = 1;
      for (const at of path) {
        from = listedFrom(at, 1_900, from);
        const rows = listed(nodes, from);
        expect(rows.length).toBeLessThanOrEqual(240);
        const places = rows.map((it) => it.at);
        for (const near of [at - 20, at, at + 20]) if (near >= 1 && near <= 1_900) expect(places).toContain(near);
        expect(rows.every((it) => nodes[it.at] === it.node)).toBe(true);
      }
    }
  });

  it('does not shift while the current move stays within it', () => {
    const from = listedFrom(500, 1_900, 1);
    expect(listedFrom(505, 1_900, from)).toBe(from);
  });
});

it.each([
  ['[SetUp "1"]\n[FEN "W:W31:B18"]\n\n *', false],
  ['[Event "1. 32-28 \\" ]"]\n\n{32-28 was played} 1-1', false],
  ['', false],
  ['[FEN "W:W31:B18"]\n\n1. *', false],
  ['[FEN "W:W31:B18"]\n\n1. 31-27 *', true],
  ['1.32-28 *', true],
  ['1. cb4 *', true],
])('%j has moves: %s', (pdn, has) => {
  expect(hasMoves(pdn)).toBe(has);
});

it('has the variations of each move, those within a variation after it', () => {
  const line = read('[GameType "20"]\n\n1. 32-28 {First.} 19-23 (1... 18-23 {Second.} 2. 38-32 (2. 33-29)) 2. 28x19 14x23 *') as Line;
  const texts = (index: number) => line.variations(index).map((nodes) => nodes.map(({ text, comments }) => [text, ...comments].join(' ')));
  expect([0, 1, 2, 3].map(texts)).toEqual([[], [], [['18-23 Second.', '38-32'], ['33-29']], []]);
  const [first] = line.variations(2)[0] ?? [];
  expect(line.position(first?.id ?? 0, 'en').last?.text).toBe('18-23');
  line.free();
});
