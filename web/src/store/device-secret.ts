/**
 * The secret of this device. It authenticates access to the games that a server stores for the
 * device, without an account. It is created on first use, stored in this browser, and sent only to
 * the server (`server.ts`). If the browser refuses storage, it lasts until the page is closed.
 */

const KEY = 'damier.device';
/**
 * Present between a change of the secret and the moment when every game is marked to be sent under
 * the new one.
 */
const CHANGED = 'damier.device.changed';

/** This device's own secret while it uses that of another device. */
const OWN = 'damier.device.own';

/** 256 bits as URL-safe Base64 without padding: 43 characters. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

let inMemory: string | null = null;
let changedInMemory = false;

/** This device's secret. Read each time, because another window may have joined another device. */
export function deviceSecret(): string {
  const known = kept(KEY) ?? inMemory;
  if (known !== null && SHAPE.test(known)) return known;
  become(newSecret());
  return kept(KEY) ?? inMemory ?? '';
}

export function isSecret(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * Joins the device that has this secret: from now on both devices have the same games. This
 * device's own secret is kept, so that it can go back. Returns whether the secret was written; if
 * not, nothing has changed.
 */
export function joinDevice(secret: string): boolean {
  const before = deviceSecret();
  if (ownSecret() === null) write(OWN, before);
  if (kept(OWN) === null) return false;
  become(secret);
  if (kept(KEY) === secret) return true;
  become(before);
  return false;
}

/** This device's own secret if it has joined another device; otherwise null. */
export function ownSecret(): string | null {
  const own = kept(OWN);
  return own !== null && SHAPE.test(own) && own !== kept(KEY) ? own : null;
}

/** Goes back to this device's own secret. Returns whether it was written. */
export function leaveDevice(): boolean {
  const own = ownSecret();
  if (own === null) return false;
  become(own);
  return kept(KEY) === own;
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser stores nothing: callers read the value again.
  }
}

export function become(secret: string): void {
  inMemory = secret;
  changedInMemory = true;
  try {
    localStorage.setItem(CHANGED, '1');
    localStorage.setItem(KEY, secret);
  } catch {
    // The secret lasts until the page is closed.
  }
}

/** Whether the games of this browser still have to be marked to be sent under the secret. */
export function secretChanged(): boolean {
  return changedInMemory || kept(CHANGED) !== null;
}

/** Records that every game of this browser has been marked for upload. */
export function secretSettled(): void {
  changedInMemory = false;
  try {
    localStorage.removeItem(CHANGED);
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A new secret: 256 random bits as URL-safe Base64 without padding. */
export function newSecret(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
