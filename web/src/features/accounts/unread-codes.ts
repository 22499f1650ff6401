/**
 * Notes that recovery codes were shown and not yet confirmed as saved. The server shows them once, so a user who left the page is warned that they
 * may be lost. Only the name of the account is stored, never a code.
 */
const KEY = 'damier.codes-shown';

export function codesShown(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Where nothing is kept, nothing is said later.
  }
}

/** Notes that the codes are kept, or that they matter no more. */
export function codesSettled(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** Whether the last codes of this account were left without a word. */
export function codesPerhapsLost(name: string): boolean {
  try {
    return localStorage.getItem(KEY) === name;
  } catch {
    return false;
  }
}
