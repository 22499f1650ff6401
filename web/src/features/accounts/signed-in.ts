/**
 * The name of the account signed in in this browser, as far as known: the session cookie is not readable here. Pages without need for an account thus send no
 * request for it. Only the server knows whether the session is valid.
 */
import { loadText, saveText } from '../../store/browser-storage';
import { ownAccount } from './own-account';
import type { OwnAccount } from '../../api/types';

const KEY = 'damier.account';

/** The window event sent when a user signs in or out in this browser. */
export const SIGNED = 'damier-signed';

export function signedName(): string | null {
  return loadText(KEY);
}

export function noteSigned(name: string | null): void {
  saveText(KEY, name);
  globalThis.dispatchEvent?.(new Event(SIGNED));
}

/** Asks the server whether the session of this browser, if it had one, is valid. */
export async function whoPlays(): Promise<OwnAccount | null> {
  if (signedName() === null) return null;
  const answer = await ownAccount();
  if (answer.kind !== 'ok') return null;
  noteSigned(answer.value?.name ?? null);
  return answer.value;
}
