/**
 * Registers the service worker if the browser allows it: not over plain HTTP, and not during
 * development.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service-worker.js', { scope: './' }).catch(() => {
    // The page works without it, but then needs the network to open.
  });
}
