/**
 * That the server answers again, told by whoever has found it out to those who wait for it: a device in class asks every few seconds, and the connection of
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
