/** The host's order of boards: which wait, and which comes next. Pure. */
import { clockAfter } from '../../session/clock';
import type { Side } from '../../rules/model';
import type { SimulBoardView as Board, SimulGuestView as Guest } from '../../api/types';

/** The state of a board for the host. */
export type BoardState = 'waits' | 'thinks' | 'won' | 'drawn' | 'lost' | 'none' | 'failed' | 'unreadable' | 'begins';

export function boardState(board: Board): BoardState {
  if (board.score !== null) return board.score;
  // The holder of the guest's secret may sit elsewhere by now, or the account that a rated game needs is deleted.
  if (board.none && board.game === null) return 'failed';
  if (board.none || board.state?.ending) return 'none';
  if (board.unreadable) return 'unreadable';
  if (board.state === null) return 'begins';
  // An offer or a request of the guest waits for the host too.
  const { offer, asked, turn } = board.state;
  const guest: Side = board.host === 'white' ? 'black' : 'white';
  return turn === board.host || offer === guest || asked.some(({ by }) => by === guest) ? 'waits' : 'thinks';
}

/** The next waiting board after this one, wrapping around; null if no other board waits. */
export function nextWaiting(boards: readonly Board[], after: number | null): number | null {
  const waiting = boards.filter((board) => board.number !== after && boardState(board) === 'waits').map(({ number }) => number);
  return waiting.find((number) => number > (after ?? 0)) ?? waiting[0] ?? null;
}

/** The adjacent board, wrapping around. */
export function beside(boards: readonly Board[], of: number, step: 1 | -1): number {
  const at = boards.findIndex(({ number }) => number === of);
  return boards[(at + step + boards.length) % boards.length]?.number ?? of;
}

/** The board shown first: the first waiting one, else the first running one, else the first. */
export function firstBoard(boards: readonly Board[]): number | null {
  return nextWaiting(boards, null) ?? boards.find((board) => boardState(board) === 'thinks')?.number ?? boards[0]?.number ?? null;
}

/** The remaining time of a side a while after the state arrived; null without a clock. */
export function leftMs(board: Board, side: Side, sinceStateMs: number): number | null {
  const clock = board.state?.clock ?? null;
  if (clock === null) return null;
  const now = clockAfter(clock, board.state?.ending ? 0 : sinceStateMs);
  return side === 'white' ? now.white_ms : now.black_ms;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A time as m:ss, or h:mm:ss from one hour. */
export function wholeTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return seconds >= 3600 ? `${shortTime(ms)}:${two(seconds % 60)}` : shortTime(ms);
}

/** A time on a small board: m:ss, or h:mm from one hour. */
export function shortTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export function guestOf(guests: readonly Guest[], board: Board): Guest | null {
  return guests.find(({ number }) => number === board.guest) ?? null;
}
