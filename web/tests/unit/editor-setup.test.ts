/** What the editor does with a whole position, and what can be taken back. */
import { describe, expect, it } from 'vitest';
import { carried, followedBy, put, redone, startedWith, turnedRound, undone, withColoursSwapped, type Setup } from '../../src/pages/editor/setup';
import { chequered } from './board/boards';

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

  it('takes a piece, and gives it up again', () => {
    const more = put(setup, 28, { side: 'black', kind: 'man' });
    expect(more.pieces).toContainEqual({ square: 28, side: 'black', kind: 'man' });
    expect(more.past).toBe('');
    expect(put(more, 28, null).pieces).toEqual(setup.pieces);
    expect(put(setup, 33, { side: 'black', kind: 'king' }).pieces).toHaveLength(2);
  });

  it('has a piece carried: to a free square, onto another piece, off the board', () => {
    expect(carried(setup, 33, 28).pieces).toContainEqual({ square: 28, side: 'white', kind: 'man' });
    expect(carried(setup, 33, 46).pieces).toEqual([{ square: 46, side: 'white', kind: 'man' }]);
    expect(carried(setup, 33, null).pieces).toEqual([setup.pieces[1]]);
    expect(carried(setup, 1, 2)).toBe(setup);
  });

  it('comes back from both, done twice', () => {
    expect(turnedRound(turnedRound(setup, board), board).pieces).toEqual(setup.pieces);
    expect(withColoursSwapped(withColoursSwapped(setup)).pieces).toEqual(setup.pieces);
  });
});

describe('the history', () => {
  const three = followedBy(followedBy(startedWith(1), 2), 3);

  it('goes back and forth', () => {
    expect(undone(undone(three)).now).toBe(1);
    expect(redone(undone(undone(three))).now).toBe(2);
    expect(redone(redone(undone(undone(three))))).toEqual(three);
  });

  it('stays where there is nothing to undo or redo', () => {
    expect(undone(startedWith(1))).toEqual(startedWith(1));
    expect(redone(three)).toEqual(three);
  });

  it('forgets what was taken back once something new follows', () => {
    const other = followedBy(undone(three), 4);
    expect(other.now).toBe(4);
    expect(redone(other)).toEqual(other);
  });

  it('stays bounded', () => {
    let long = startedWith(0);
    for (let i = 1; i <= 2000; i += 1) long = followedBy(long, i);
    expect(long.before.length).toBeLessThanOrEqual(500);
    expect(long.now).toBe(2000);
  });
});
