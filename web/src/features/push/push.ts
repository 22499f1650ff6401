/**
 * Subscribes this device to Web Push, if the server has a key for it: when the user enables notifications. A signed-in device is subscribed for the account,
 * and every browser for its seats (`seat-push.ts`), which needs no account. Web Push requires HTTPS and browser support.
 */
import { ask } from '../../api/ask';
import { deletePushAccount, getPushKey, putPushAccount } from '../../api/types';
import { SIGNED, signedName } from '../accounts/signed-in';
import { isAllowed } from '../../offline/notifications';
import type { Language } from '../../rules/model';
import { preferences } from '../../settings/preferences.svelte';
import { gamesOfAccounts, leaveSeats, seatsToSubscribe, subscribeSeats, type Device } from './seat-push';

/** The timeout for the service worker, in milliseconds: only the first load of the page has to wait for it. */
const TIMEOUT_MS = 10_000;

/** The subscription already sent for the account since signing in or opening the page, so that it is not sent again with every screen. */
let sentFor = '';
globalThis.addEventListener?.(SIGNED, () => (sentFor = ''));

/** What this device is subscribed to for push notifications. */
export interface PushSubscriptions {
  /** For the signed-in account. */
  account: boolean;
  /** The subscribed games of this browser, by seat or by account. */
  games: readonly string[];
}

const NOT_SUBSCRIBED: PushSubscriptions = { account: false, games: [] };

/** The running or last operation: they run in order, so that the last choice holds. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** Whether this browser can receive notifications, with permission. Permission is not requested here: that needs a user's press. */
export function canReceivePush(): boolean {
  return hasService() && isAllowed();
}

function hasService(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** The server's key; null if it sends no notifications. */
export async function pushKey(): Promise<string | null> {
  const answer = await ask(getPushKey, {});
  return answer.kind === 'ok' ? answer.value.key : null;
}

/** Subscribes this device, in a language, for the signed-in account and the games of this browser. Returns what it is subscribed for. The permission is
 *  given already; if the switch is off, or is switched off meanwhile, nothing is subscribed. */
export function subscribe(language: Language): Promise<PushSubscriptions> {
  return inTurn(async () => {
    const called = preferences.notify ? await begin(language) : NOT_SUBSCRIBED;
    if (preferences.notify) return called;
    await end();
    return NOT_SUBSCRIBED;
  });
}

/** Ends all subscriptions of this device. */
export function unsubscribe(): Promise<void> {
  return inTurn(() => end());
}

async function begin(language: Language): Promise<PushSubscriptions> {
  if (!canReceivePush() || (signedName() === null && seatsToSubscribe().length === 0)) return NOT_SUBSCRIBED;
  const key = await pushKey();
  const registration = key === null ? null : await ready();
  if (key === null || registration === null) return NOT_SUBSCRIBED;
  try {
    const there = await registration.pushManager.getSubscription();
    // A subscription made for another key is useless.
    const isGood = there !== null && encoded(there.options.applicationServerKey) === key;
    if (there && !isGood) await there.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const device: Device = { endpoint: subscription.endpoint, public: encoded(subscription.getKey('p256dh')), auth: encoded(subscription.getKey('auth')), language };
    const account = await subscribeAccount(device);
    const seats = await subscribeSeats(device);
    // An earlier subscription may be on the server, which does not answer now.
    if (!isGood && !account && seats.length === 0) await subscription.unsubscribe();
    return { account, games: account ? [...seats, ...gamesOfAccounts()] : seats };
  } catch (error) {
    console.warn(error); // no push service of the browser, or not allowed
    return NOT_SUBSCRIBED;
  }
}

async function subscribeAccount(device: Device): Promise<boolean> {
  const name = signedName();
  if (name === null) return false;
  const wanted = [name, device.language, device.endpoint].join(' ');
  if (sentFor === wanted) return true;
  const answer = await ask(putPushAccount, {}, device);
  sentFor = answer.kind === 'ok' ? wanted : '';
  return answer.kind === 'ok';
}

async function end(): Promise<void> {
  sentFor = '';
  const registration = hasService() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  if (signedName() !== null) await ask(deletePushAccount, {});
  await leaveSeats(endpoint);
}

async function ready(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

/** Bytes as URL-safe Base64 without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
