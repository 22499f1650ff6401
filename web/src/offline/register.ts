/** Starts the service worker if the browser allows it. It does not on plain HTTP, and it is not used during development. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service-worker.js', { scope: './' }).catch(() => {
    // The page works without it, but needs the network the next time it is opened.
  });
}
