/**
 * Events about changes of the stored progress (lessons, training). Storage code sends them,
 * synchronisation with the account subscribes. Without an account nothing else is loaded for it.
 */
const changes = new EventTarget();

/** Called after a change of the stored progress. */
export function progressChanged(): void {
  changes.dispatchEvent(new Event('change'));
}

/** Calls `listener` after each change; returns a function that unsubscribes. */
export function onProgressChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}
