/**
 * Records that recovery codes were shown and not yet confirmed as saved. The server shows them once, so a user who left the page is warned that they
 * may be lost. Only the name of the account is stored, never a code.
 */
import { loadText, saveText } from '../../store/browser-storage';

const KEY = 'damier.codes-shown';

export function codesShown(name: string): void {
  saveText(KEY, name);
}

/** Removes the note: the codes are saved, or no longer needed. */
export function codesSettled(): void {
  saveText(KEY, null);
}

/** Whether the last codes of this account were left unconfirmed. */
export function codesPerhapsLost(name: string): boolean {
  return loadText(KEY) === name;
}
