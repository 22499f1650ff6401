/** The text of a position on its way to and from the editor. */
import { describe, expect, it } from 'vitest';
import { fenOf, piecesOf } from '../../src/pages/editor/fen';
import { chequered } from './board/boards';

const board = { ...chequered(10), squares: [...chequered(10).squares] };

describe('the editor', () => {
  it('writes every piece, White first', () => {
    const pieces = [
      { square: 7, side: 'black', kind: 'king' },
      { square: 48, side: 'white', kind: 'man' },
      { square: 31, side: 'white', kind: 'man' },
    ] as const;
    expect(fenOf(pieces, 'black', board)).toBe('B:W31,48:BK7');
  });

  it.each([
    ['W:W31-33,K50:B1,K2', 6, 'white'],
    ['B:B1-3:W48.', 4, 'black'],
    ['"?:W1:B50"', 2, null],
    ['W:W:B', 0, 'white'],
  ])('reads %s', (fen, count, side) => {
    const read = piecesOf(fen, board);
    expect(read?.pieces).toHaveLength(count);
    expect(read?.side).toBe(side);
  });

  it('reads back what it writes', () => {
    const read = piecesOf('W:W31,K33:B1,K50', board);
    expect(read && fenOf(read.pieces, 'white', board)).toBe('W:W31,K33:B1,K50');
  });

  it.each(['', 'hello', 'W', 'X:W1:B2', 'W:W51:B1', 'W:W5-1:B1', 'W:Q1:B2', 'W:W1,x:B2'])('does not take %o for a position', (fen) => {
    expect(piecesOf(fen, board)).toBeNull();
  });
});
