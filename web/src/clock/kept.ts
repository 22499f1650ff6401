/**
 * The table clock in the browser's own memory. Times are on a clock that goes on while the page is closed, so a running clock
 * runs on over a reload, as one of wood would.
 */
import { sane } from './control';
import { newClock, SEATS, type Setup, type TableClock } from './table-clock';

const KEY = 'damier.table-clock';

/** The time now: never goes back while the page is open, and goes on while it is not. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

interface Kept {
  setup: Setup;
  clock: TableClock | null;
}

export function keep(setup: Setup, clock: TableClock | null, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify({ setup, clock } satisfies Kept));
  } catch {
    // A browser that keeps nothing: the clock lives as long as the page.
  }
}

/** What was kept; null where nothing was, or nothing that can be understood. */
export function kept(storage: () => Storage = () => localStorage): Kept | null {
  try {
    const found = JSON.parse(storage().getItem(KEY) ?? 'null') as Kept | null;
    if (!found) return null;
    const { first, atOnce, controls } = found.setup;
    const setup: Setup = {
      first: first === 'upper' ? 'upper' : 'lower',
      atOnce: atOnce === true,
      controls: { upper: sane(controls.upper), lower: sane(controls.lower) },
    };
    return { setup, clock: isClock(found.clock) ? { ...newClock(setup), ...found.clock, setup } : null };
  } catch {
    return null;
  }
}

function isClock(value: unknown): value is TableClock {
  const clock = value as TableClock | null;
  if (!clock?.sides) return false;
  const numbers = SEATS.flatMap((seat) => Object.values(clock.sides[seat] ?? {}));
  const turn = clock.turn === null || (SEATS.includes(clock.turn?.seat) && Number.isFinite(clock.turn.spentMs));
  return numbers.length === 8 && numbers.every(Number.isFinite) && turn;
}
