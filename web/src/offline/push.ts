/**
 * Has this device called while no page is open, where the server has a key for it: asked for when the user switches notices on. Whoever is signed in is called for the
 * account, and every browser for the seats that it has (`seat-push.ts`), so nobody needs an account for it. A page on plain HTTP and a browser without Web Push have
 * none of it.
 */
import { ask } from '../accounts/api';
import { SIGNED, signedName } from '../accounts/signed';
import { fields, orNull, string } from '../live/frames';
import type { Language } from '../rules/model';
import { callAtSeats, leaveSeats, seatsToCall, type Device } from './seat-push';

/** How long it is waited for the service worker, which is there unless the page was loaded for the first time a moment ago, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The device of which the account was told since somebody signed in or the page was opened: it is not told again with every screen. */
let toldFor = '';
globalThis.addEventListener?.(SIGNED, () => (toldFor = ''));

/** Whether this browser can be called at all. */
export function canBeCalled(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** The key of the server; null where it calls nobody. */
export async function pushKey(base = 'api/v1'): Promise<string | null> {
  const answer = await ask(`${base}/push-key`, 'GET', undefined, (value) => orNull(fields('a key', value)['key'], (key) => string('key', key)));
  return answer.kind === 'ok' ? answer.value : null;
}

/** Has this device called, in a language: for whoever is signed in, and for the games of this browser. Answers whether it is now. The leave for notifications is
 *  there already. */
export async function subscribe(language: Language, base = 'api/v1'): Promise<boolean> {
  if (!canBeCalled() || (signedName() === null && seatsToCall().length === 0)) return false;
  const key = await pushKey(base);
  const registration = key === null ? null : await ready();
  if (key === null || registration === null) return false;
  try {
    const there = await registration.pushManager.getSubscription();
    // One that was made for another key is worth nothing.
    if (there && encoded(there.options.applicationServerKey) !== key) await there.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const device: Device = { endpoint: subscription.endpoint, public: encoded(subscription.getKey('p256dh')), auth: encoded(subscription.getKey('auth')), language };
    const account = await callForAccount(device, base);
    const seats = await callAtSeats(device, base);
    if (!account && seats === 0) await subscription.unsubscribe();
    return account || seats > 0;
  } catch (error) {
    console.warn(error); // no service of the browser's maker, or it is not allowed
    return false;
  }
}

async function callForAccount(device: Device, base: string): Promise<boolean> {
  const name = signedName();
  if (name === null) return false;
  const wanted = [name, device.language, device.endpoint].join(' ');
  if (toldFor === wanted) return true;
  const answer = await ask(`${base}/account/push`, 'PUT', device, () => null);
  toldFor = answer.kind === 'ok' ? wanted : '';
  return answer.kind === 'ok';
}

/** Has this device called no longer. */
export async function unsubscribe(base = 'api/v1'): Promise<void> {
  toldFor = '';
  const registration = canBeCalled() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  if (signedName() !== null) await ask(`${base}/account/push`, 'DELETE', undefined, () => null);
  await leaveSeats(endpoint, base);
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
