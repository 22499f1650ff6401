/** Broadcasts: points, boards as PDN, the layout of a wall, and the stream of a round. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BroadcastLine, BroadcastBoardView as BoardNow } from '../../../src/api/types';
import { clockText, lastMove, lastSquares, pdnOf, turnOf } from '../../../src/features/broadcasts/moves';
import { isName } from '../../../src/features/broadcasts/name';
import { standings, written } from '../../../src/features/broadcasts/results';
import { follow, lineOf } from '../../../src/features/broadcasts/stream';
import { columnsFor, pagesOf } from '../../../src/features/broadcasts/wall';

const board = (change: Partial<BoardNow> = {}): BoardNow => ({
  board: 1,
  variant: 'international',
  start: null,
  white: 'A',
  black: 'B',
  moves: ['32-28', '19-23', '28x19'],
  result: null,
  clocks: { white_s: null, black_s: null },
  fen: 'W:W31:B1',
  changed_ms: 5,
  corrected: null,
  ...change,
});

it('the id of a broadcast has 4 to 40 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen', () => {
  for (const good of ['salou-2026', 'open', '2026', 'a--b', 'a'.repeat(40)]) expect(isName(good), good).toBe(true);
  for (const bad of ['', 'abc', 'Nope! Ä', 'nope! ä', 'salou 2026', '-salou', 'salou-', 'Salou', 'a'.repeat(41)]) expect(isName(bad), bad).toBe(false);
});

describe('the table of results', () => {
  it('adds up points over the rounds, without games in progress', () => {
    const game = (white: string, black: string, result: BoardNow['result']) => ({ board: 1, white, black, result, plies: 9 });
    const table = standings([
      { round: 1, boards: [game('A', 'B', 'white'), game('C', 'D', 'draw')] },
      { round: 2, boards: [game('B', 'C', 'black'), game('A', 'D', null), game('', 'A', 'white')] },
    ]);
    expect(table.map(({ name, points, games }) => [name, points, games])).toEqual([
      ['C', 3, 2],
      ['A', 2, 2],
      ['D', 1, 1],
      ['B', 0, 2],
    ]);
    expect([...(table[0]?.rounds ?? [])]).toEqual([[1, 1], [2, 2]]);
    expect([written('white'), written('draw'), written('black'), written('nobody')]).toEqual(['2-0', '1-1', '0-2', '0-0']);
  });
});

describe('a board', () => {
  it('is exported as PDN, also from a position with Black to move', () => {
    const typed = { white: 'A "x"', black: '', moves: ['32-28', '19-23', '28x19'], result: null, start: null, variant: null };
    expect(pdnOf(typed)).toBe('[White "A x"]\n[Result "*"]\n\n1. 32-28 19-23 2. 28x19 *\n');
    const set = { ...typed, moves: ['20-24', '31-27'], result: 'draw', start: 'B:W31:B20', variant: 'frisian' } as const;
    expect(pdnOf(set)).toBe('[White "A x"]\n[Variant "frisian"]\n[FEN "B:W31:B20"]\n[Result "1-1"]\n\n1... 20-24 2. 31-27 1-1\n');
  });

  it('has its last move and the side to move', () => {
    expect([lastMove(board()), turnOf(board())]).toEqual(['2. 28x19', 'black']);
    expect([lastMove(board({ moves: ['32-28', '19-23'] })), turnOf(board({ moves: [] }))]).toEqual(['1… 19-23', 'white']);
    expect(lastMove(board({ moves: [] }))).toBeNull();
    const squares = [19, 28].map((n) => ({ square: n, row: 0, col: 0, name: String(n) }));
    expect(lastSquares(board(), squares)).toEqual([28, 19]);
    const lettered = [{ square: 7, row: 0, col: 0, name: 'c3' }, { square: 9, row: 0, col: 0, name: 'e5' }];
    expect(lastSquares(board({ moves: ['c3:e5'] }), lettered)).toEqual([7, 9]);
    expect([clockText(59), clockText(600), clockText(4_687)]).toEqual(['0:59', '10:00', '1:18:07']);
  });
});

describe('a wall', () => {
  it('fits boards as large as possible into the window', () => {
    expect([1, 2, 3, 4, 6, 12].map((n) => columnsFor(n, 1920, 1000))).toEqual([1, 2, 3, 4, 3, 6]);
    expect([1, 2, 4, 12].map((n) => columnsFor(n, 1000, 1900))).toEqual([1, 1, 2, 3]);
    expect(columnsFor(0, 0, 0)).toBe(1);
  });

  it('distributes boards evenly over its pages', () => {
    const of = (n: number): number[] => pagesOf(Array.from({ length: n }, (_, i) => i)).map((page) => page.length);
    expect([of(0), of(1), of(12), of(13), of(30)]).toEqual([[], [1], [12], [7, 6], [10, 10, 10]]);
  });
});

describe('the stream of a round', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is read line by line, and unknown lines are skipped', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { corrected, start, result, ...plain } = board();
    expect(lineOf(JSON.stringify({ frame: 'board', ...plain, clocks: {} }))).toEqual({ frame: 'board', ...board() });
    expect([corrected, start, result]).toEqual([null, null, null]);
    for (const odd of ['', '{', '[]', '{"frame":"board"}', '{"frame":"new-kind"}', '{"frame":"gone","board":-1}']) expect(lineOf(odd)).toBeNull();
    expect(lineOf('{"frame":"ready","now_ms":5}')).toEqual({ frame: 'ready', now_ms: 5 });
  });

  it('is reopened when it is lost, until the broadcast is over', async () => {
    const heard: string[] = [];
    const answers = [
      () => Promise.reject(new TypeError('no network')),
      () => Promise.resolve(lines(['{"frame":"ready"', ',"now_ms":1}\n\n{"frame":"gone","board":2}\n'])),
      () => Promise.resolve(lines(['{"frame":"over"}\n'])),
    ];
    let asked = 0;
    vi.stubGlobal('fetch', () => answers[asked++]?.() ?? Promise.reject(new TypeError('too often')));
    await new Promise<void>((resolve) => {
      follow('events', {
        opened: () => heard.push('opened'),
        line: (line: BroadcastLine) => heard.push(line.frame),
        heard: () => undefined,
        lost: () => {
          heard.push('lost');
          resolve();
        },
      });
    });
    expect(heard).toEqual(['opened', 'ready', 'gone', 'opened', 'over', 'lost']);
    expect(asked).toBe(3);
    vi.unstubAllGlobals();
  });
});

function lines(parts: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}
