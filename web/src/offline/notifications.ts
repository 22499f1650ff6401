/**
 * Calls the user back to a live game while the page is hidden, by a notification of the device where that is allowed. Whether it is allowed is
 * asked only when the user switches it on. A page on a hall's plain HTTP network has no such notifications; there the title and a sound call.
 */

/** Whether this browser can show notifications from this page. */
export function canNotify(): boolean {
  return isSecureContext && 'Notification' in globalThis;
}

/** Whether the user allows them now. Permission is not requested. */
export function isAllowed(): boolean {
  return canNotify() && Notification.permission === 'granted';
}

/** Asks the user; called by a press only. Whether notifications may be shown. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Shows a notification if the page is hidden. One with the same `tag` is replaced, so that a fast game leaves one. */
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
    // Browsers of phones show notifications of a service worker only.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, options).catch(() => undefined);
  }
}
