/**
 * Tells that something was learnt or trained. What keeps it on the device says so here; what sends it to the account listens. The two know
 * nothing of each other, so a page without an account fetches nothing for it.
 */
const changes = new EventTarget();

/** What is kept on this device has changed. */
export function progressChanged(): void {
  changes.dispatchEvent(new Event('change'));
}

/** Calls `listener` after each change; returns how to stop it. */
export function onProgressChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}
