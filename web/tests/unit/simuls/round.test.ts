/** The order in which the host visits the boards. */
import { describe, expect, test } from 'vitest';
import type { SimulBoardView as Board, State as LiveState } from '../../../src/api/types';
import { beside, boardState, firstBoard, leftMs, nextWaiting, shortTime, wholeTime } from '../../../src/features/simuls/round';

function state(change: Partial<LiveState> = {}): LiveState {
  return { clock: null, at_ms: 0, turn: 'white', offer: null, asked: [], paused_until_ms: null, held: false, awaits_first_moves: false, first_move_by_ms: null, ending: null, ...change };
}

function board(number: number, turn: 'white' | 'black' | null, change: Partial<Board> = {}): Board {
  const fen = 'W:W31:B1';
  return { number, game: `g${number}`, unreadable: false, guest: number, host: 'white', watch: null, fen, last: null, ply: 0, state: state({ turn }), score: null, none: false, ...change };
}

describe('the host’s round of the boards', () => {
  test('a board waits while the host is to move or has an offer to answer', () => {
    expect(boardState(board(1, 'white'))).toBe('waits');
    expect(boardState(board(1, 'black'))).toBe('thinks');
    expect(boardState(board(1, 'black', { host: 'black' }))).toBe('waits');
    expect(boardState(board(1, null, { state: state({ turn: 'black', offer: 'black' }) }))).toBe('waits');
    expect(boardState(board(1, null, { state: state({ turn: 'black', offer: 'white' }) }))).toBe('thinks');
    const asked = [{ by: 'black' as const, for: { kind: 'take-back' as const, plies: 2 } }];
    expect(boardState(board(1, null, { state: state({ turn: 'black', asked }) }))).toBe('waits');
    expect(boardState(board(1, null, { score: 'drawn' }))).toBe('drawn');
    expect(boardState(board(1, null, { none: true }))).toBe('none');
    expect(boardState(board(1, null, { none: true, state: null, game: null }))).toBe('failed');
    expect(boardState(board(1, null, { state: null, game: null }))).toBe('begins');
    const unread = { state: null, fen: null, unreadable: true };
    expect(boardState(board(1, null, unread))).toBe('unreadable');
    expect(boardState(board(1, null, { ...unread, score: 'won' }))).toBe('won');
  });

  test('the next waiting board follows this one and wraps around to the first', () => {
    const boards = [board(1, 'white'), board(2, 'black'), board(3, 'white'), board(4, null, { score: 'won' }), board(5, 'white')];
    expect(nextWaiting(boards, 1)).toBe(3);
    expect(nextWaiting(boards, 3)).toBe(5);
    expect(nextWaiting(boards, 5)).toBe(1);
    expect(nextWaiting(boards, null)).toBe(1);
    expect(nextWaiting([board(1, 'white'), board(2, 'black')], 1)).toBe(null);
    expect(firstBoard([board(1, 'black'), board(2, 'white')])).toBe(2);
    expect(firstBoard([board(1, null, { score: 'lost' }), board(2, 'black')])).toBe(2);
    expect(firstBoard([])).toBe(null);
    const unread = board(1, null, { state: null, fen: null, unreadable: true });
    expect([firstBoard([unread, board(2, 'black')]), nextWaiting([unread, board(2, 'black'), board(3, 'white')], 2)]).toEqual([2, 3]);
    expect(firstBoard([unread])).toBe(1);
    expect([beside(boards, 1, -1), beside(boards, 5, 1), beside(boards, 2, 1)]).toEqual([5, 1, 3]);
  });

  test('a clock runs between two updates and stops when the game is over', () => {
    const clock = { white_ms: 61_000, black_ms: 5_000, running: 'white' as const, delay_ms: 0 };
    const running = board(1, 'white', { state: state({ clock }) });
    expect(leftMs(running, 'white', 1_500)).toBe(59_500);
    expect(leftMs(running, 'black', 1_500)).toBe(5_000);
    const over = board(1, null, { state: state({ clock, ending: { winner: 'white', reason: 'resignation' } as never }) });
    expect(leftMs(over, 'white', 1_500)).toBe(61_000);
    expect(leftMs(board(1, 'white'), 'white', 0)).toBe(null);
    expect([shortTime(59_999), shortTime(61_000), shortTime(3_661_000), shortTime(-5)]).toEqual(['0:59', '1:01', '1:01', '0:00']);
    // A small board has no space for more; otherwise the text distinguishes h:mm from m:ss.
    expect(shortTime(4_799_000)).toBe('1:19');
    expect([wholeTime(59_999), wholeTime(3_661_000), wholeTime(-5)]).toEqual(['0:59', '1:01:01', '0:00']);
  });
});
