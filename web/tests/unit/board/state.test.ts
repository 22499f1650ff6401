/** The meaning of touched squares: the legal moves are given by the test, without the rules. */
import { describe, expect, it } from 'vitest';
import { Geometry } from '../../../src/board/geometry';
import { back, candidates, distinguishing, drop, reachable, takenSoFar, tap, type Selection, type Step, type MoveChoices } from '../../../src/board/state';
import type { BoardMove } from '../../../src/board/types';
import { capture, chequered, quiet } from './boards';

const geometry = new Geometry(chequered(10), false);

function choicesOf(moves: BoardMove[], mine: number[], theirs: number[] = [], free: number[] = []): MoveChoices {
  return {
    moves,
    isMine: (square) => mine.includes(square),
    isTheirs: (square) => theirs.includes(square),
    isFree: (square) => free.includes(square),
    visited: (move) => geometry.visited(move),
  };
}

/** Touches squares one after another and returns the last step. */
function touch(on: MoveChoices, ...squares: number[]): Step {
  let step: Step = { selection: null, effect: { kind: 'none' } };
  for (const square of squares) step = tap(on, step.selection, square);
  return step;
}

const inHand = (from: number): Selection => ({ from, via: [], choosing: null });

describe('a quiet move', () => {
  const on = choicesOf([quiet(32, 28), quiet(32, 27), quiet(31, 27)], [31, 32, 33, 36], [19]);

  it('is made by touching the piece and then the square', () => {
    expect(touch(on, 32).selection).toEqual(inHand(32));
    expect(touch(on, 32, 28)).toEqual({ selection: null, effect: { kind: 'play', move: quiet(32, 28) } });
  });

  it('can be replaced by touching another piece of the same side', () => {
    expect(touch(on, 32, 31).selection).toEqual(inHand(31));
  });

  it('is cancelled by touching the piece again', () => {
    expect(touch(on, 32, 32).selection).toBeNull();
  });

  it('to a wrong square is refused, and the piece stays selected', () => {
    const step = touch(on, 32, 22);
    expect(step.effect).toEqual({ kind: 'refuse', input: { from: 32, to: 22, via: [] } });
    expect(step.selection).toEqual(inHand(32));
  });

  it('of a piece that cannot move is refused at once', () => {
    expect(touch(on, 36).effect).toEqual({ kind: 'refuse', input: { from: 36, to: null, via: [] } });
  });

  it("of the opponent's piece is refused", () => {
    expect(touch(on, 19).effect).toEqual({ kind: 'refuse', input: { from: 19, to: null, via: [] } });
  });

  it('does not begin with an empty square, even one that can be reached', () => {
    expect(touch(on, 28)).toEqual({ selection: null, effect: { kind: 'none' } });
  });

  it('of a king does not stop on the squares it passes', () => {
    const king = choicesOf([quiet(46, 41), quiet(46, 37), quiet(46, 32)], [46]);
    expect(touch(king, 46, 37).effect).toEqual({ kind: 'play', move: quiet(46, 37) });
  });
});

describe('a capture of several pieces', () => {
  const rafle = capture([37, 28, 19, 10], [32, 23, 14]);
  const on = choicesOf([rafle], [37, 38]);

  it('is made by touching its last square', () => {
    expect(touch(on, 37, 10).effect).toEqual({ kind: 'play', move: rafle });
  });

  it('is made by touching every square of its path', () => {
    const half = touch(on, 37, 28, 19);
    expect(half).toEqual({ selection: { from: 37, via: [28, 19], choosing: null }, effect: { kind: 'none' } });
    expect(touch(on, 37, 28, 19, 10).effect).toEqual({ kind: 'play', move: rafle });
  });

  it('is also made by touching some squares of its path', () => {
    expect(touch(on, 37, 19, 10).effect).toEqual({ kind: 'play', move: rafle });
  });

  it('is made without touching the piece if no other capture ends there', () => {
    expect(touch(on, 10).effect).toEqual({ kind: 'play', move: rafle });
  });

  it('entered in part is cancelled by a touch elsewhere, which is refused', () => {
    const step = touch(on, 37, 28, 44);
    expect(step.selection).toEqual(inHand(37));
    expect(step.effect).toEqual({ kind: 'refuse', input: { from: 37, to: 44, via: [28] } });
  });

  it('entered in part is cancelled by Escape, and a second Escape deselects the piece', () => {
    const { selection } = touch(on, 37, 28);
    expect(selection && back(selection)).toEqual(inHand(37));
    expect(back(inHand(37))).toBeNull();
  });

  it('shows its end, and its turns on the way', () => {
    const { ends, passing } = reachable(on, inHand(37));
    expect([...ends]).toEqual([10]);
    expect([...passing]).toEqual([28, 19]);
    expect([...reachable(on, { from: 37, via: [28], choosing: null }).passing]).toEqual([19]);
  });
});

describe('the pieces taken so far', () => {
  const rafle = capture([37, 28, 19, 10], [32, 23, 14]);
  const on = choicesOf([rafle], [37], [32, 23, 14]);

  it('are those of the touched part of the path', () => {
    expect(takenSoFar(on, inHand(37))).toEqual(new Set());
    expect(takenSoFar(on, { from: 37, via: [28], choosing: null })).toEqual(new Set([32]));
    expect(takenSoFar(on, { from: 37, via: [28, 19], choosing: null })).toEqual(new Set([32, 23]));
  });

  it('are none if two captures of different pieces lead to the same square', () => {
    const round = choicesOf([capture([38, 27, 13, 24], [32, 18, 19]), capture([38, 24, 13, 27], [33, 19, 18])], [38]);
    expect(takenSoFar(round, { from: 38, via: [13], choosing: null })).toEqual(new Set());
  });
});

describe('captures with one start and one end', () => {
  // From 47 to 36 by two ways with different captured sets (the vector of the PDN standard).
  const left = capture([47, 38, 24, 13, 36], [42, 29, 19, 31]);
  const right = capture([47, 38, 20, 9, 36], [42, 29, 14, 31]);
  const on = choicesOf([left, right], [47]);

  it('ask which one is meant', () => {
    const step = touch(on, 47, 36);
    expect(step.effect).toEqual({ kind: 'choose', moves: [left, right] });
    expect(step.selection?.choosing).toEqual([left, right]);
  });

  it('are distinguished by squares that only one of them has', () => {
    expect([...distinguishing(on, [left, right])].sort((a, b) => a - b)).toEqual([9, 14, 19, 20]);
    expect(touch(on, 47, 36, 19).effect).toEqual({ kind: 'play', move: left });
    expect(touch(on, 47, 36, 9).effect).toEqual({ kind: 'play', move: right });
  });

  it('are made without a question if the path was touched', () => {
    expect(touch(on, 47, 38, 20, 36).effect).toEqual({ kind: 'play', move: right });
    expect(touch(on, 47, 38, 24, 13, 36).effect).toEqual({ kind: 'play', move: left });
  });

  it('drop the question after a touch elsewhere', () => {
    expect(touch(on, 47, 36, 5).selection).toEqual(inHand(47));
  });

  it('are distinguished by the path of a drag', () => {
    const trail = [42, 38, 33, 29, 20, 14, 9, 4, 36];
    expect(drop(on, inHand(47), 36, trail).effect).toEqual({ kind: 'play', move: right });
    expect(drop(on, inHand(47), 36, [42, 38, 33, 29, 24, 19, 13, 36]).effect).toEqual({ kind: 'play', move: left });
    expect(drop(on, inHand(47), 36, [41, 36]).effect.kind).toBe('choose');
  });

  it('do not ask if only the order of the captured pieces differs', () => {
    const once = choicesOf([left], [47]);
    expect(touch(once, 47, 36).effect).toEqual({ kind: 'play', move: left });
  });
});

describe('a circular capture', () => {
  const there = capture([38, 27, 13, 24, 38], [32, 18, 19, 33]);
  const out = capture([38, 24, 13, 27, 49], [33, 19, 18, 32]);
  const on = choicesOf([there, out], [38, 49]);

  it('is made by touching its piece twice', () => {
    expect(touch(on, 38, 38).effect).toEqual({ kind: 'play', move: there });
  });

  it('is made along its path', () => {
    expect(touch(on, 38, 27, 13, 24, 38).effect).toEqual({ kind: 'play', move: there });
  });

  it('can be entered backwards', () => {
    const on42 = capture([38, 27, 13, 24, 42], [32, 18, 19, 33]); // slides over 38 at its end
    const back38 = capture([38, 24, 13, 27, 38], [33, 19, 18, 32]);
    const ring = choicesOf([on42, back38], [38]);
    expect(touch(ring, 38, 27, 13, 24, 38).effect).toEqual({ kind: 'play', move: back38 });
    expect(touch(ring, 38, 27, 13, 24, 42).effect).toEqual({ kind: 'play', move: on42 });
    expect([...reachable(ring, { from: 38, via: [27, 13, 24], choosing: null }).ends].sort()).toEqual([38, 42]);
  });

  it('by an unlisted path is passed to the rules after its last square', () => {
    const own: Selection = { from: 38, via: [24, 13], choosing: null };
    const input = { from: 38, to: 27, via: [24, 13] };
    expect(tap(choicesOf([there], [38]), own, 27).effect).toEqual({ kind: 'refuse', input });
    expect(tap(choicesOf([there], [38]), { ...own, via: [24, 13, 27] }, 38).effect).toEqual({
      kind: 'refuse',
      input: { from: 38, to: 38, via: [24, 13, 27] },
    });
  });

  it('is made by dragging along its path, not by dropping the piece on its own square', () => {
    expect(drop(on, inHand(38), 38, [32, 27, 18, 13, 24, 38]).effect).toEqual({ kind: 'play', move: there });
    expect(drop(on, inHand(38), 38, [])).toEqual({ selection: inHand(38), effect: { kind: 'none' } });
  });
});

describe('a square where one capture ends and another turns', () => {
  const short = capture([46, 23], [28]);
  const long = capture([46, 23, 5], [32, 10]);
  const on = choicesOf([short, long], [46]);

  it('asks, and a second touch ends the capture there', () => {
    expect(touch(on, 46, 23).effect).toEqual({ kind: 'choose', moves: [short, long] });
    expect(touch(on, 46, 23, 23).effect).toEqual({ kind: 'play', move: short });
    expect(touch(on, 46, 23, 5).effect).toEqual({ kind: 'play', move: long });
  });

  it('does not ask if a king only slides further behind the same captured piece', () => {
    const near = capture([46, 23], [28]);
    const far = capture([46, 19], [28]);
    const sliding = choicesOf([near, far], [46]);
    expect(touch(sliding, 46, 23).effect).toEqual({ kind: 'play', move: near });
    expect(touch(sliding, 46, 19).effect).toEqual({ kind: 'play', move: far });
  });
});

describe('dragging a piece', () => {
  const on = choicesOf([quiet(32, 28), quiet(32, 27)], [32]);

  it('to a square makes the move', () => {
    expect(drop(on, inHand(32), 28, [28]).effect).toEqual({ kind: 'play', move: quiet(32, 28) });
  });

  it('to a wrong square is refused', () => {
    expect(drop(on, inHand(32), 22, [28, 22]).effect).toEqual({ kind: 'refuse', input: { from: 32, to: 22, via: [] } });
  });

  it('back to its own square changes nothing', () => {
    expect(drop(on, inHand(32), 32, [28, 32])).toEqual({ selection: inHand(32), effect: { kind: 'none' } });
  });
});

it('only moves of the selected piece along the touched squares remain', () => {
  const a = capture([37, 28, 19], [32, 23]);
  const b = capture([37, 26, 17], [31, 21]);
  const on = choicesOf([a, b], [37]);
  expect(candidates(on, { from: 37, via: [28], choosing: null })).toEqual([a]);
  expect(candidates(on, inHand(37))).toEqual([a, b]);
});

describe('a capture that may stop anywhere', () => {
  const one = capture([37, 28], [32]);
  const two = capture([37, 28, 19], [32, 23]);
  const three = capture([37, 28, 19, 10], [32, 23, 14]);
  const on = choicesOf([one, two, three, quiet(37, 31)], [37], [32, 23, 14]);

  it('continues while its squares are touched one after the other', () => {
    expect(touch(on, 37, 28).effect).toEqual({ kind: 'choose', moves: [one, two, three] });
    expect(touch(on, 37, 28, 19).effect).toEqual({ kind: 'choose', moves: [two, three] });
    expect(touch(on, 37, 28, 19, 10).effect).toEqual({ kind: 'play', move: three });
    expect(touch(on, 37, 10).effect).toEqual({ kind: 'play', move: three });
  });

  it('stops on a square touched twice, or where the piece is dropped', () => {
    expect(touch(on, 37, 28, 28).effect).toEqual({ kind: 'play', move: one });
    expect(touch(on, 37, 19, 19).effect).toEqual({ kind: 'play', move: two });
    expect(drop(on, inHand(37), 28, [28]).effect).toEqual({ kind: 'play', move: one });
  });

  it('asks if a path through the same square captures other pieces', () => {
    const round = capture([37, 26, 17, 28, 19], [31, 21, 22, 23]);
    const other = choicesOf([one, round], [37], [31, 32]);
    expect(touch(other, 37, 28).effect).toEqual({ kind: 'choose', moves: [one, round] });
  });
});

describe('with irregular moves allowed', () => {
  const rafle = capture([37, 28, 19, 10], [32, 23, 14]);
  const on = choicesOf([rafle], [37, 46], [32, 23, 14], [37, 46]);

  it('any own piece is selected, and deselected by a second touch', () => {
    expect(touch(on, 46)).toEqual({ selection: inHand(46), effect: { kind: 'none' } });
    expect(touch(on, 46, 46)).toEqual({ selection: null, effect: { kind: 'none' } });
  });

  it('a move to any square is reported', () => {
    expect(touch(on, 46, 5).effect).toEqual({ kind: 'refuse', input: { from: 46, to: 5, via: [] } });
    expect(drop(on, inHand(46), 41, [41]).effect).toEqual({ kind: 'refuse', input: { from: 46, to: 41, via: [] } });
  });

  it('a capture ends by touching the square where the piece stands', () => {
    const input = { from: 37, to: 19, via: [28], stops: true };
    expect(touch(on, 37, 28, 19, 19).effect).toEqual({ kind: 'refuse', input });
    const bound = choicesOf([rafle], [37, 46], [32, 23, 14]);
    expect(touch(bound, 37, 28, 19, 19).effect).toEqual({ kind: 'none' });
  });
});
