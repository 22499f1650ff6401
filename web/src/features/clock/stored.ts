/**
 * Keeps the table clock in the browser's storage. Its times are measured with a clock that goes on while the page is closed,
 * so a running clock runs on during a reload, as a real clock would.
 */
import { sane } from './control';
import { newClock, SEATS, type Setup, type TableClock } from './table-clock';

const KEY = 'damier.table-clock';

/** The current time. It never goes back while the page is open, and it goes on while the page is closed. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export interface Kept {
  setup: Setup;
  clock: TableClock | null;
  /** Whether the game is played on this device, and not on a real board beside it. */
  board: boolean;
  /** The id of that game, while it lies on the table. */
  game: string | null;
}

export function keep(kept: Kept, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify(kept));
  } catch {
    // The browser stores nothing, so the clock lasts until the page is closed.
  }
}

/** The clock that was kept; null if there is none, or if it cannot be read. */
export function kept(storage: () => Storage = () => localStorage): Kept | null {
  try {
    const found = JSON.parse(storage().getItem(KEY) ?? 'null') as (Omit<Kept, 'board' | 'game'> & Partial<Kept>) | null;
    if (!found) return null;
    const { first, atOnce, controls } = found.setup;
    const setup: Setup = {
      first: first === 'upper' ? 'upper' : 'lower',
      atOnce: atOnce === true,
      controls: { upper: sane(controls.upper), lower: sane(controls.lower) },
    };
    return {
      setup,
      clock: isClock(found.clock) ? { ...newClock(setup), ...found.clock, setup } : null,
      board: found.board === true,
      game: typeof found.game === 'string' ? found.game : null,
    };
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
