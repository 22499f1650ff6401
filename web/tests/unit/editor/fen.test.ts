/** FEN read and written by the editor. */
import { describe, expect, it } from 'vitest';
import { fenOf, piecesOf } from '../../../src/features/editor/fen';
import { chequered } from '../board/boards';

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

  it.each(['', 'hello', 'W', 'X:W1:B2', 'W:W51:B1', 'W:W5-1:B1', 'W:Q1:B2', 'W:W1,x:B2', 'W:W31,31:B18', 'W:W31:B31', 'W:W31-33,32:B1'])('rejects %o', (fen) => {
    expect(piecesOf(fen, board)).toBeNull();
  });

  it('keeps the fields of a FEN about earlier moves', () => {
    const read = piecesOf('B:W32,33:B9:S32', board);
    expect(read?.pieces).toHaveLength(3);
    expect(read && fenOf(read.pieces, 'black', board, read.past)).toBe('B:W32,33:B9:S32');
    expect(piecesOf('W:WK1,50:BK45:H0:F1:+0+301', board)?.past).toBe(':H0:F1:+0+301');
  });

  it('reads ranges of numbers that run from the other end of the board', () => {
    const turned = { ...board, squares: board.squares.map((s) => ({ ...s, name: String(51 - s.square) })) };
    const read = piecesOf('W:W1-3:B50', turned);
    expect(read?.pieces.map((piece) => piece.square).sort((a, b) => a - b)).toEqual([1, 48, 49, 50]);
  });

  it('reads letters, and numbers from the top left where squares have letters', () => {
    const squares = board.squares.map((s) => ({ ...s, name: `${'abcdefghij'[s.col]}${10 - s.row}` }));
    const lettered = { ...board, letters: true, squares };
    expect(piecesOf('W:Wa1,Kc3:Bb10', lettered)?.pieces.map((piece) => piece.square)).toEqual([46, 37, 1]);
    expect(piecesOf('W:W46:B1', lettered)?.pieces.map((piece) => piece.square)).toEqual([46, 1]);
  });
});
