/** Starts the service worker where the browser allows one: not on plain HTTP, and not while developing. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service-worker.js', { scope: './' }).catch(() => {
    // The page works the same, it only needs the network to be opened next time.
  });
}
