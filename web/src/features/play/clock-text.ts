/** A clock as text: minutes for each side and seconds per move. */
import type { ClockSettings } from '../../rules/model';
import { say } from './words';

export function clockText(clock: ClockSettings | null): string {
  if (!clock) return say('clock.text.none');
  return say('clock.text', { minutes: clock.initial_ms / 60_000, seconds: clock.increment_ms / 1000 });
}
