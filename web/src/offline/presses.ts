/**
 * Handles presses of a system notification while the page is open: the service worker sends the
 * address, and the window goes there.
 */
export function followPresses(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const address = typeof data === 'object' && data !== null && 'go' in data && typeof data.go === 'string' ? data.go : '';
    if (address.startsWith('#/')) location.hash = address;
  });
}
