/** Changes of a whole position in the editor, and undo. */
import { describe, expect, it } from 'vitest';
import {
  canMirror,
  carried,
  continuedWith,
  followedBy,
  mirrored,
  put,
  redone,
  startedWith,
  stroked,
  strokeFrom,
  turnedRound,
  undone,
  withColoursSwapped,
  type Setup,
} from '../../../src/features/editor/setup';
import { chequered, lines } from '../board/boards';

const board = { ...chequered(10), squares: [...chequered(10).squares] };
const setup: Setup = {
  pieces: [
    { square: 33, side: 'white', kind: 'man' },
    { square: 46, side: 'black', kind: 'king' },
  ],
  side: 'white',
  past: ':S33',
};

describe('a whole position', () => {
  it('swaps its colours and its turn', () => {
    expect(withColoursSwapped(setup)).toEqual({
      pieces: [
        { square: 33, side: 'black', kind: 'man' },
        { square: 46, side: 'white', kind: 'king' },
      ],
      side: 'black',
      past: '',
    });
  });

  it('turns by half a circle: square n of 50 becomes 51 - n', () => {
    expect(turnedRound(setup, board).pieces.map((it) => it.square)).toEqual([18, 5]);
  });

  it('adds and removes a piece', () => {
    const more = put(setup, 28, { side: 'black', kind: 'man' });
    expect(more.pieces).toContainEqual({ square: 28, side: 'black', kind: 'man' });
    expect(more.past).toBe('');
    expect(put(more, 28, null).pieces).toEqual(setup.pieces);
    expect(put(setup, 33, { side: 'black', kind: 'king' }).pieces).toHaveLength(2);
  });

  it('moves a piece to a free square, onto another piece and off the board', () => {
    expect(carried(setup, 33, 28).pieces).toContainEqual({ square: 28, side: 'white', kind: 'man' });
    expect(carried(setup, 33, 46).pieces).toEqual([{ square: 46, side: 'white', kind: 'man' }]);
    expect(carried(setup, 33, null).pieces).toEqual([setup.pieces[1]]);
    expect(carried(setup, 1, 2)).toBe(setup);
  });

  it('is unchanged by two swaps or two turns', () => {
    expect(turnedRound(turnedRound(setup, board), board).pieces).toEqual(setup.pieces);
    expect(withColoursSwapped(withColoursSwapped(setup)).pieces).toEqual(setup.pieces);
  });
});

describe('a mirror', () => {
  it('changes left and right where every square has a counterpart', () => {
    const five = { ...lines(5), squares: [...lines(5).squares] };
    expect(canMirror(five)).toBe(true);
    const pieces = [
      { square: 1, side: 'white', kind: 'man' },
      { square: 8, side: 'black', kind: 'king' },
      { square: 12, side: 'black', kind: 'man' },
    ] as const;
    const once = mirrored({ pieces, side: 'black', past: '' }, five);
    expect(once.pieces.map((it) => it.square)).toEqual([5, 8, 14]);
    expect(once.side).toBe('black');
    expect(mirrored(once, five).pieces).toEqual(pieces);
  });

  it('is not offered on a chequered board of even width', () => {
    expect(canMirror(board)).toBe(false);
  });
});

describe('a stroke of the brush', () => {
  const man = { side: 'white', kind: 'man' } as const;
  const along = (from: Setup, squares: number[], brush: Parameters<typeof strokeFrom>[2]): number[] => {
    const stroke = strokeFrom(from, squares[0]!, brush);
    const after = squares.reduce((now, square) => stroked(now, square, stroke), from);
    return after.pieces.map((it) => it.square).sort((a, b) => a - b);
  };

  it('puts a piece on every square, also on a second pass', () => {
    expect(along(setup, [28, 29, 30, 29, 28], man)).toEqual([28, 29, 30, 33, 46]);
  });

  it('removes pieces of its own kind only, if it starts on one', () => {
    const two = put(setup, 34, man);
    expect(along(two, [33, 34, 35, 46, 34, 33], man)).toEqual([46]);
  });

  it('replaces other pieces, also on its first square', () => {
    const stroke = strokeFrom(setup, 46, man);
    expect(stroke.kind).toBe('puts');
    expect(stroked(setup, 46, stroke).pieces).toContainEqual({ square: 46, ...man });
  });

  it('removes everything without a piece', () => {
    expect(along(setup, [1, 33, 46], null)).toEqual([]);
  });

  it('returns the same setup if nothing changes', () => {
    expect(stroked(setup, 33, { kind: 'puts', piece: man })).toBe(setup);
    expect(stroked(setup, 1, { kind: 'removes', piece: null })).toBe(setup);
  });
});

describe('the history', () => {
  const three = followedBy(followedBy(startedWith(1), 2), 3);

  it('goes back and forth', () => {
    expect(undone(undone(three)).now).toBe(1);
    expect(redone(undone(undone(three))).now).toBe(2);
    expect(redone(redone(undone(undone(three))))).toEqual(three);
  });

  it('does not change if there is nothing to undo or redo', () => {
    expect(undone(startedWith(1))).toEqual(startedWith(1));
    expect(redone(three)).toEqual(three);
  });

  it('drops undone steps after a new change', () => {
    const other = followedBy(undone(three), 4);
    expect(other.now).toBe(4);
    expect(redone(other)).toEqual(other);
  });

  it('continues a step without adding one', () => {
    const longer = continuedWith(three, 4);
    expect(longer.now).toBe(4);
    expect(undone(longer).now).toBe(2);
  });

  it('has a maximum length', () => {
    let long = startedWith(0);
    for (let i = 1; i <= 2000; i += 1) long = followedBy(long, i);
    expect(long.before.length).toBeLessThanOrEqual(500);
    expect(long.now).toBe(2000);
  });
});
