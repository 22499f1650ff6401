/**
 * Has this device called while no page is open, where the server has a key for it: asked for when the user switches notices on. A page on plain HTTP and a
 * browser without Web Push have none of it.
 */
import { ask } from '../accounts/api';
import { signedName } from '../accounts/signed';
import { fields, orNull, string } from '../live/frames';
import type { Language } from '../rules/model';

/** How long it is waited for the service worker, which is there unless the page was loaded for the first time a moment ago, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Whether this browser can be called at all. */
export function canBeCalled(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis && signedName() !== null;
}

/** The key of the server; null where it calls nobody. */
export async function pushKey(base = 'api/v1'): Promise<string | null> {
  const answer = await ask(`${base}/push-key`, 'GET', undefined, (value) => orNull(fields('a key', value)['key'], (key) => string('key', key)));
  return answer.kind === 'ok' ? answer.value : null;
}

/** Has this device called, in a language. Answers whether it is now. The leave for notifications is there already. */
export async function subscribe(language: Language, base = 'api/v1'): Promise<boolean> {
  const key = canBeCalled() ? await pushKey(base) : null;
  const registration = key === null ? null : await ready();
  if (key === null || registration === null) return false;
  try {
    const there = await registration.pushManager.getSubscription();
    // One that was made for another key is worth nothing.
    if (there && encoded(there.options.applicationServerKey) !== key) await there.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const [publicKey, auth] = [encoded(subscription.getKey('p256dh')), encoded(subscription.getKey('auth'))];
    const answer = await ask(`${base}/account/push`, 'PUT', { endpoint: subscription.endpoint, public: publicKey, auth, language }, () => null);
    if (answer.kind !== 'ok') await subscription.unsubscribe();
    return answer.kind === 'ok';
  } catch (error) {
    console.warn(error); // no service of the browser's maker, or it is not allowed
    return false;
  }
}

/** Has this device called no longer. */
export async function unsubscribe(base = 'api/v1'): Promise<void> {
  const registration = canBeCalled() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await ask(`${base}/account/push`, 'DELETE', undefined, () => null);
}

async function ready(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

/** Bytes as URL-safe Base64 without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
