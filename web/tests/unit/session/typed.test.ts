/** Typed moves. */
import { describe, expect, it } from 'vitest';
import type { BoardMove, Layout } from '../../../src/board/types';
import { typedMove } from '../../../src/session/typed';

const layout = (names: readonly string[]): Layout => ({
  width: 10,
  height: 10,
  cells: 'dark',
  letters: false,
  squares: names.map((name, i) => ({ square: i + 1, row: 0, col: i, name })),
});
const NUMBERS = layout(Array.from({ length: 50 }, (_, i) => String(i + 1)));
const LETTERS = layout(['a1', 'c1', 'c3', 'e5', 'g7']);
const move = (from: number, to: number): BoardMove => ({ from, to, path: [from, to], captured: [], promotes: false, huff: null, long: '' });

describe('a typed move', () => {
  it.each([
    ['32-28', 32, 28, []],
    ['32 28', 32, 28, []],
    ['(19-23)', 19, 23, []],
    ['37x28', 37, 28, []],
    ['37x28X19', 37, 19, [28]],
    ['06-11', 6, 11, []],
    ['3228', 32, 28, []],
    ['0611', 6, 11, []],
    ['28x17', 28, 17, []],
    ['372819', 37, 19, [28]],
  ])('%s', (text, from, to, via) => {
    expect(typedMove(text, NUMBERS, [])).toEqual({ kind: 'move', input: { from, to, via } });
  });

  it.each(['c3-e5', 'c3:e5', 'C3xE5', 'c3 e5', 'c3e5'])('accepts %s on a board with letters', (text) => {
    expect(typedMove(text, LETTERS, [])).toEqual({ kind: 'move', input: { from: 3, to: 4, via: [] } });
  });

  it('may be the destination only, if one piece can go there', () => {
    expect(typedMove('28', NUMBERS, [move(32, 28), move(31, 27)])).toMatchObject({ input: { from: 32, to: 28 } });
    expect(typedMove('28', NUMBERS, [move(32, 28), move(33, 28)])).toEqual({ kind: 'unclear' });
    expect(typedMove('28', NUMBERS, [])).toEqual({ kind: 'unclear' });
  });

  it('may have an odd number of digits, if one reading is legal', () => {
    expect(typedMove('319', NUMBERS, [move(3, 19), move(32, 28)])).toMatchObject({ input: { from: 3, to: 19 } });
    expect(typedMove('319', NUMBERS, [move(3, 19), move(31, 9)])).toEqual({ kind: 'no-square', part: '319' });
    expect(typedMove('319', NUMBERS, [])).toEqual({ kind: 'no-square', part: '319' });
  });

  it.each(['51-28', '32-0', 'z9', 'hello', '32-28-xyz', '٣٢-28'])('rejects %s', (text) => {
    expect(typedMove(text, NUMBERS, []).kind).toMatch(/no-square|unclear/);
  });

  it('is ignored if empty', () => {
    expect(typedMove(' - ', NUMBERS, [])).toEqual({ kind: 'unclear' });
  });
});
