/** The clock of a game between two words of the rules: it is told once what both sides have, and counts from there. */
import type { GameView } from '../rules/model';

export type Clock = NonNullable<GameView['clock']>;

/** What a clock shows so many milliseconds later; a time that goes back costs nobody anything. */
export function clockAfter(clock: Clock, ms: number): Clock {
  const { running } = clock;
  if (running === null) return clock;
  const name = running === 'white' ? 'white_ms' : 'black_ms';
  return { ...clock, [name]: Math.max(0, clock[name] - Math.max(0, ms)) };
}

/** Whether the side whose time runs has none left. */
export function isUp({ running, white_ms, black_ms }: Clock): boolean {
  return running !== null && (running === 'white' ? white_ms : black_ms) === 0;
}
