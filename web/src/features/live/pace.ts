/**
 * Who has days for a move in a live game, where the sides may have different times: what the board offers goes by the clock of
 * the side that it is about.
 */
import type { GameSettings, Side } from '../../rules/model';
import { isByDays } from '../challenges/wishes';

export type Clocks = Pick<GameSettings, 'clock' | 'black_clock'>;

const SIDES: readonly Side[] = ['white', 'black'];

/**
 * Whether a side has days for its move: what it asks for its own clock, and what its own turn costs it, goes by that. A spectator has no clock, and
 * waits for the slower side, so for him one of the two is enough.
 */
export function playsByDays({ clock, black_clock: black }: Clocks, side: Side | null): boolean {
  const [white, other] = [isByDays(clock), clock !== null && isByDays(black ?? clock)];
  return side === null ? white || other : side === 'white' ? white : other;
}

/**
 * Whether a player may go away while the game goes on: there is no clock, or one side has days. The other one waits for it as long, so a pause is one of
 * days for both, and both may want to be called back.
 */
export function mayBeLeft(clocks: Clocks): boolean {
  return clocks.clock === null || playsByDays(clocks, null);
}

/** Whether neither side has to stay at the board, by the rule under which the server stores conditional moves. */
export function isSlow(clocks: Clocks): boolean {
  return clocks.clock === null || SIDES.every((side) => playsByDays(clocks, side));
}
