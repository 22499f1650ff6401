/**
 * Stores the table clock in this browser. Its times are based on wall-clock time, so a running
 * clock continues while the page is closed or reloaded.
 */
import { clampControl } from './control';
import { newClock, SEATS, type Setup, type TableClock } from './table-clock';

const KEY = 'damier.table-clock';

/** Milliseconds that never decrease while the page is open and continue while it is closed. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export interface StoredClock {
  setup: Setup;
  clock: TableClock | null;
  /** Whether the game is played on this device instead of a real board. */
  board: boolean;
  /** The id of that game while it is on the board. */
  game: string | null;
}

export function save(kept: StoredClock, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify(kept));
  } catch {
    // If the browser refuses storage, the clock lasts until the page is closed.
  }
}

/** The stored clock; null if it is missing or unreadable. */
export function kept(storage: () => Storage = () => localStorage): StoredClock | null {
  try {
    const found = JSON.parse(storage().getItem(KEY) ?? 'null') as (Omit<StoredClock, 'board' | 'game'> & Partial<StoredClock>) | null;
    if (!found) return null;
    const { first, atOnce, controls } = found.setup;
    const setup: Setup = {
      first: first === 'upper' ? 'upper' : 'lower',
      atOnce: atOnce === true,
      controls: { upper: clampControl(controls.upper), lower: clampControl(controls.lower) },
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
