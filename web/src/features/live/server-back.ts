/**
 * Notifies waiting parts that the server answers again: a device in class polls every few seconds, and the connection of
 * a board, whose clock runs, may just have begun a longer wait.
 */
const waiting = new Set<() => void>();

/** Calls `again` whenever the server is back. Returns how to stop. */
export function onServerBack(again: () => void): () => void {
  waiting.add(again);
  return () => void waiting.delete(again);
}

/** The server has answered for the first time after it was away. */
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
