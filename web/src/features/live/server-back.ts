/** Notifies listeners that the server answers again: a device in class polls every few seconds, while the connection of a board may have started a longer wait. */
import { ask } from '../../api/ask';
import { getHealth } from '../../api/types';

const waiting = new Set<() => void>();

/** Calls `again` whenever the server is back. Returns a function that stops it. */
export function onServerBack(again: () => void): () => void {
  waiting.add(again);
  return () => void waiting.delete(again);
}

/** Called at the server's first answer after an outage. */
export function serverIsBack(): void {
  for (const again of waiting) again();
}

/** Shorter than the usual timeout, as a board asks every few seconds. */
const TIMEOUT_MS = 4_000;

/** Whether the server, and not only a proxy before it, answers now. */
export async function serverAnswers(): Promise<boolean> {
  return (await ask(getHealth, {}, undefined, { timeout_ms: TIMEOUT_MS })).kind === 'ok';
}
