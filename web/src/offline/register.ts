/**
 * Registers the service worker if the browser allows it: not over plain HTTP, and not during
 * development. At a first visit it waits, since it fetches every file of the page and would take the
 * network from the first board.
 */
const FIRST_VISIT_MS = 5_000;

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const register = (): void =>
    void serviceWorker.register('./service-worker.js', { scope: './' }).catch(() => {
      // The page works without it, but then needs the network to open.
    });
  if (serviceWorker.controller) register();
  else if (document.readyState === 'complete') setTimeout(register, FIRST_VISIT_MS);
  else addEventListener('load', () => setTimeout(register, FIRST_VISIT_MS), { once: true });
}
