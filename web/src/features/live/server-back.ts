/** Notifies listeners that the server answers again: a device in class polls every few seconds, while the connection of a board may have started a longer wait. */
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

/** The time in milliseconds after which a server that does not answer counts as absent. */
const PATIENCE_MS = 4_000;

/** Whether the server answers now. A proxy before it may answer in its place that it does not. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('api/v1/health', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).status < 500;
  } catch {
    return false;
  }
}
