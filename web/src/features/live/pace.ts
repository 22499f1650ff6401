/**
 * Whether a side has a correspondence clock in a live game, whose sides may have different clocks:
 * each action depends on the clock of the side concerned.
 */
import type { GameSettings, Side } from '../../rules/model';
import { isByDays } from '../challenges/offer';

export type Clocks = Pick<GameSettings, 'clock' | 'black_clock'>;

const SIDES: readonly Side[] = ['white', 'black'];

/**
 * Whether a side has a correspondence clock, which decides what it may request for its clock and
 * what its turn costs. A spectator has no clock and waits for the slower side, so one side with a
 * correspondence clock is enough.
 */
export function isCorrespondence({ clock, black_clock: black }: Clocks, side: Side | null): boolean {
  const [white, other] = [isByDays(clock), clock !== null && isByDays(black ?? clock)];
  return side === null ? white || other : side === 'white' ? white : other;
}

/**
 * Whether a player may leave during the game: there is no clock, or one side has a correspondence
 * clock. The opponent waits as long, so both may request pauses of days and notifications.
 */
export function mayLeaveBoard(clocks: Clocks): boolean {
  return clocks.clock === null || isCorrespondence(clocks, null);
}

/** Whether neither side has to stay at the board: the server's condition for conditional moves. */
export function isSlow(clocks: Clocks): boolean {
  return clocks.clock === null || SIDES.every((side) => isCorrespondence(clocks, side));
}
