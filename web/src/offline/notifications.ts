/**
 * System notifications about live games while the page is hidden. Permission is requested only when
 * the user enables them. Over plain HTTP, as in the network of a hall, browsers allow none; there
 * the window title and a sound notify the user.
 */

/** Whether this browser can show notifications for this page. */
export function canNotify(): boolean {
  return isSecureContext && 'Notification' in globalThis;
}

/** Whether the user has allowed them. Permission is not requested here. */
export function isAllowed(): boolean {
  return canNotify() && Notification.permission === 'granted';
}

/** Requests permission; called by a press only. Returns whether notifications are allowed. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Shows a notification if the page is hidden. It replaces one with the same `tag`. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!isAllowed() || document.visibilityState === 'visible') return;
  const options = { body, tag, icon: 'icon.svg' };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones show only notifications of a service worker.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, options).catch(() => undefined);
  }
}
