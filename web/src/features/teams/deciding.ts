/**
 * How each side of a team match decides, and its time limit for votes, which depends on its own
 * clock.
 */
import type { Deciding } from '../../api/types';
import { isByDays } from '../challenges/offer';
import type { ClockSettings, Conduct, Side } from '../../rules/model';

/** In turn, by a captain, or by vote. */
export type DecidingMode = Deciding['way'];

/** The time limit of a vote in seconds: in a real-time game and in a correspondence game. */
export interface VoteTimeouts {
  board: number;
  days: number;
}

export const SIDES: readonly Side[] = ['white', 'black'];

/** Whether each side has a correspondence clock. `black` is Black's clock if it differs from White's. */
export function correspondenceSides(clock: ClockSettings | null, black: ClockSettings | null): Record<Side, boolean> {
  return { white: isByDays(clock), black: clock !== null && isByDays(black ?? clock) };
}

/** The kinds of votes that need a time limit. */
export function votesToTime(ways: Record<Side, DecidingMode>, byDays: Record<Side, boolean>): Record<keyof VoteTimeouts, boolean> {
  const votes = SIDES.filter((side) => ways[side] === 'vote');
  return { board: votes.some((side) => !byDays[side]), days: votes.some((side) => byDays[side]) };
}

/** Whether one member at a time plays for each side, without votes. */
export function membersMoveInTurn(ways: Record<Side, DecidingMode>): boolean {
  return SIDES.every((side) => ways[side] !== 'vote');
}

/** The conduct rules that apply: if a side votes, no piece is touched and no move is irregular. */
export function conductOf(ways: Record<Side, DecidingMode>, conduct: Conduct): Conduct {
  return membersMoveInTurn(ways) ? conduct : { ...conduct, touched_is_played: false, irregular_moves: false };
}

/** The deciding mode of a side, as sent to the server. */
export function decidingOf(way: DecidingMode, byDays: boolean, within: VoteTimeouts): Deciding {
  return way === 'vote' ? { way, within_s: byDays ? within.days : within.board } : { way };
}
