/** The secret by which this browser runs broadcasts. One secret controls all of them. */
import { isSecret } from '../../store/device-secret';
import { newSecret } from '../../store/seats';

const RUNNER = 'damier.broadcast.runner';

/** Until the page is closed where the browser stores nothing. */
let inMemory: string | null = null;

/** The secret; null if no broadcast was opened here. */
export function runnerSecret(): string | null {
  try {
    const found = localStorage.getItem(RUNNER) ?? inMemory;
    return found !== null && isSecret(found) ? found : null;
  } catch {
    return inMemory;
  }
}

/** The secret, made if there is none. */
export function ownRunnerSecret(): string {
  const known = runnerSecret();
  if (known !== null) return known;
  const made = newSecret();
  keepRunner(made);
  return made;
}

/** This browser runs the broadcasts of that secret from now on. */
export function keepRunner(secret: string): void {
  inMemory = secret;
  try {
    localStorage.setItem(RUNNER, secret);
  } catch {
    // It lasts until the page is closed.
  }
}
