/**
 * The secret of this device: whoever has it owns the games that a server keeps for it. There are no accounts. It is made
 * at the first need, kept in this browser, and sent to no address but that of the server (`server.ts`). Called by the
 * server's library, the settings and the page that joins another device. Where the browser keeps nothing, the secret
 * lives as long as the page.
 */

const KEY = 'damier.device';
/** Stands in the storage from the moment when the secret changes until every game was marked to be sent under it. */
const CHANGED = 'damier.device.changed';

/** 256 bits as URL-safe Base64 without padding, which is 43 characters. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

let inMemory: string | null = null;
let changedInMemory = false;

/** This device's secret; read anew each time, since another window may have joined another device. */
export function deviceSecret(): string {
  const known = kept(KEY) ?? inMemory;
  if (known !== null && SHAPE.test(known)) return known;
  become(made());
  return kept(KEY) ?? inMemory ?? '';
}

/** Whether a text is a secret. */
export function isSecret(text: string): boolean {
  return SHAPE.test(text);
}

/** Joins the device with this secret: its games are this device's games from now on. */
export function become(secret: string): void {
  inMemory = secret;
  changedInMemory = true;
  try {
    localStorage.setItem(CHANGED, '1');
    localStorage.setItem(KEY, secret);
  } catch {
    // It lasts until the page is closed.
  }
}

/** Whether the games of this browser have yet to be sent under the secret. */
export function secretChanged(): boolean {
  return changedInMemory || kept(CHANGED) !== null;
}

/** Every game of this browser is marked to be sent. */
export function secretSettled(): void {
  changedInMemory = false;
  try {
    localStorage.removeItem(CHANGED);
  } catch {
    // Nothing was kept.
  }
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function made(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
