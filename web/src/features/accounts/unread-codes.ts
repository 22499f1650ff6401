/**
 * That recovery codes were shown and nobody has said yet that they are kept. They are told once: whoever leaves the page meanwhile is to learn that he
 * may have none. Only the name of the account is kept, never a code.
 */
const KEY = 'damier.codes-shown';

/** Notes that new codes of an account are on the screen. */
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
