/**
 * The name under which this browser is signed in, as far as it knows: the cookie of the session cannot be read here. So pages on which nobody needs
 * an account need not ask the server about one. Whether the session still goes on is for the server to say.
 */
import { ownAccount } from './own-account';
import type { OwnAccount } from '../../api/types';

const KEY = 'damier.account';

/** The event of the window that tells that somebody has signed in here, or out. */
export const SIGNED = 'damier-signed';

let inMemory: string | null = null;

/** The name of the account; null where nobody has signed in here. */
export function signedName(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** Notes who is signed in now. */
export function noteSigned(name: string | null): void {
  inMemory = name;
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // It lasts until the page is closed.
  }
  globalThis.dispatchEvent?.(new Event(SIGNED));
}

/** Asks the server whether the session of this browser still goes on, where there was one. */
export async function whoPlays(): Promise<OwnAccount | null> {
  if (signedName() === null) return null;
  const answer = await ownAccount();
  if (answer.kind !== 'ok') return null;
  noteSigned(answer.value?.name ?? null);
  return answer.value;
}
