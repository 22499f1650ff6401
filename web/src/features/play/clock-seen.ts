/**
 * When a page last had each running clock, so that a reload keeps the time used in the current
 * turn, and the time while no page is open costs nothing.
 */
import { loadFields, saveValue } from '../../store/browser-storage';

const KEY = 'damier.clocks';

/** How many games are remembered. */
const MAX_GAMES = 20;

/** How often the clocks are remembered, in milliseconds: a page may be ended without an event. */
const EVERY = 2_000;

/** The games with a clock that were on the board since this page was opened and go on. */
const running = new Set<string>();

let timer: ReturnType<typeof setInterval> | null = null;

/**
 * For how long no page had the clock of this game, in milliseconds: 0 if it has been running on
 * this page, null if unknown. From now on it is remembered.
 */
export function closedFor(id: string, now = Date.now()): number | null {
  if (running.has(id)) return 0;
  const seen = loadFields(KEY)[id];
  running.add(id);
  if (timer === null) {
    timer = setInterval(rememberClocks, EVERY);
    addEventListener('pagehide', () => rememberClocks());
    document.addEventListener('visibilitychange', () => rememberClocks());
  }
  rememberClocks(now);
  return typeof seen === 'number' && seen <= now ? now - seen : null;
}

export function forgetClock(id: string): void {
  if (running.delete(id)) saveValue(KEY, Object.fromEntries(Object.entries(loadFields(KEY)).filter(([key]) => key !== id)));
}

/** Stores that this page has the running clocks. */
export function rememberClocks(now = Date.now()): void {
  if (running.size === 0) return;
  const others = Object.entries(loadFields(KEY)).filter(([id]) => !running.has(id));
  saveValue(KEY, Object.fromEntries([...others, ...[...running].map((id) => [id, now] as const)].slice(-MAX_GAMES)));
}
