/** The secret that controls all broadcasts of this browser. */
import { loadText, saveText } from '../../store/browser-storage';
import { isSecret, newSecret } from '../../store/device-secret';

const RUNNER = 'damier.broadcast.runner';

/** The secret; null if this browser has opened no broadcast. */
export function organiserSecret(): string | null {
  const found = loadText(RUNNER);
  return found !== null && isSecret(found) ? found : null;
}

export function getOrCreateOrganiserSecret(): string {
  const known = organiserSecret();
  if (known !== null) return known;
  const made = newSecret();
  saveOrganiserSecret(made);
  return made;
}

export function saveOrganiserSecret(secret: string): void {
  saveText(RUNNER, secret);
}
