/** How the sides of a game of teams decide, and how long a vote takes there: each side has the votes of its own clock. Called where such a game is offered. */
import type { Deciding } from '../../api/types';
import { isByDays } from '../challenges/wishes';
import type { ClockSettings, Conduct, Side } from '../../rules/model';

/** In turn, by a captain, or by vote. */
export type Way = Deciding['way'];

/** How long a vote takes, in seconds: at the board, and in a game of days. */
export interface Within {
  board: number;
  days: number;
}

/** The sides of a game, White first. */
export const SIDES: readonly Side[] = ['white', 'black'];

/** Whether each side plays by days. `black` is the clock of Black where it is another one than that of White. */
export function sidesByDays(clock: ClockSettings | null, black: ClockSettings | null): Record<Side, boolean> {
  return { white: isByDays(clock), black: clock !== null && isByDays(black ?? clock) };
}

/** For which kinds of vote a time is chosen. */
export function votesToTime(ways: Record<Side, Way>, byDays: Record<Side, boolean>): Record<keyof Within, boolean> {
  const votes = SIDES.filter((side) => ways[side] === 'vote');
  return { board: votes.some((side) => !byDays[side]), days: votes.some((side) => byDays[side]) };
}

/** Whether each side has one player at a time: no side votes. */
export function handsPlay(ways: Record<Side, Way>): boolean {
  return SIDES.every((side) => ways[side] !== 'vote');
}

/** The customs that such sides can keep: where one votes, nothing is touched and nothing irregular is made. */
export function customsOf(ways: Record<Side, Way>, conduct: Conduct): Conduct {
  return handsPlay(ways) ? conduct : { ...conduct, touched_is_played: false, irregular_moves: false };
}

/** How a side decides, as sent to the server. */
export function decidingOf(way: Way, byDays: boolean, within: Within): Deciding {
  return way === 'vote' ? { way, within_s: byDays ? within.days : within.board } : { way };
}
