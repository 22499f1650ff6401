/**
 * The clock of a game between two updates from the rules: counts down from both sides' times at the
 * last update.
 */
import type { GameView } from '../rules/model';

export type Clock = NonNullable<GameView['clock']>;

/** The times this many milliseconds later. If the system's time goes back, no side loses time. */
export function clockAfter(clock: Clock, ms: number): Clock {
  const { running } = clock;
  if (running === null) return clock;
  const name = running === 'white' ? 'white_ms' : 'black_ms';
  const passed = Math.max(0, ms);
  const { delay_ms: delay = 0 } = clock;
  const later = { ...clock, [name]: Math.max(0, clock[name] - Math.max(0, passed - delay)) };
  return delay > 0 ? { ...later, delay_ms: Math.max(0, delay - passed) } : later;
}

/** Whether the side whose time is running has none left. */
export function isUp({ running, white_ms, black_ms, delay_ms = 0 }: Clock): boolean {
  return running !== null && delay_ms === 0 && (running === 'white' ? white_ms : black_ms) === 0;
}
