/**
 * A notification of the device was pressed while a window of the page is open: the service worker tells where it leads, and the window goes there, whatever it shows.
 */
export function followPresses(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const address = typeof data === 'object' && data !== null && 'go' in data && typeof data.go === 'string' ? data.go : '';
    if (address.startsWith('#/')) location.hash = address;
  });
}
