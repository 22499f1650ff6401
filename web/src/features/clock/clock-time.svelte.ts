/**
 * Runs a table clock on the screen: updates the displayed times, lets the flag fall, keeps the
 * screen on while a clock runs, and beeps in the last seconds.
 */
import { now } from './stored';
import { pass, remaining, runs, type TableClock } from './table-clock';
import { preferences } from '../../settings/preferences.svelte';
import type { Sounds } from '../../sound/sounds';
import { keepAwake } from '../../ui/wake';

/** The update interval in milliseconds: the faces show tenths of a second. */
const STEP = 100;
/** The period with beeps before the time is up, in milliseconds. */
const HEARD = 10_000;

export class ClockTime {
  /** The moment for which the faces are displayed. Presses read the time themselves. */
  at = $state(now());

  constructor(clock: () => TableClock, sounds: Sounds, changed: (clock: TableClock) => void) {
    const running = $derived(runs(clock()));
    $effect(() => {
      this.at = now();
      if (!running) return;
      const timer = setInterval(() => {
        const before = left(clock(), this.at);
        this.at = now();
        const passed = pass(clock(), this.at);
        if (passed !== clock()) {
          sounds.ending();
          changed(passed);
        } else if (preferences.clockWarns && isHeard(before, left(passed, this.at))) sounds.tick();
      }, STEP);
      return () => clearInterval(timer);
    });
    $effect(() => (running ? keepAwake() : undefined));
  }
}

function left(clock: TableClock, at: number): number {
  return clock.turn ? remaining(clock, clock.turn.seat, at) : 0;
}

/** A beep for each of the last seconds. */
function isHeard(before: number, after: number): boolean {
  return after > 0 && after <= HEARD && Math.ceil(before / 1000) !== Math.ceil(after / 1000);
}
