/**
 * Keeps the progress of this browser with an account, from the moment when its owner says so: at once, when the page opens, a few seconds after
 * each change, and when the network is back. The account room shows it. Signing in alone starts nothing: on a family's computer the
 * lessons of one child are not to become those of another.
 */
import { AccountServer, type AccountTrouble } from '../accounts/api';
import { onProgressChange } from './changes';
import { ThisDevice } from './device';
import { readKeeping, writeKeeping, type Keeping } from './kept';
import { partsOf } from './parts';
import { agree, REMOVED } from './sync';

/** How long after a change it is sent: a lesson or a run of problems makes many. */
const REST_MS = 4_000;

class ProgressKeeping {
  readonly #server = new AccountServer();
  readonly #device = new ThisDevice();
  #keeping = $state.raw<Keeping | null>(readKeeping());
  #trouble = $state.raw<AccountTrouble | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | null = null;
  /** What is going on; the next waits for it. */
  #work: Promise<void> = Promise.resolve();

  /** The account that progress is kept with; null where it stays on this device. */
  get account(): string | null {
    return this.#keeping?.account ?? null;
  }

  /** When device and account were last the same; null if never. */
  get at_ms(): number | null {
    return this.#keeping?.at_ms || null;
  }

  /** Why the last try did not succeed; null if it did. */
  get trouble(): AccountTrouble | null {
    return this.#trouble;
  }

  /** Goes on with what was begun before the page was closed. */
  begin(): Promise<void> {
    if (!this.#keeping || this.#stop) return this.#work;
    const stop = onProgressChange(() => this.#later());
    const online = (): void => void this.now();
    addEventListener('online', online);
    this.#stop = () => {
      stop();
      removeEventListener('online', online);
      clearTimeout(this.#timer);
    };
    return this.now();
  }

  /** Whether this device has any progress. */
  async hasOwn(): Promise<boolean> {
    return partsOf(await this.#device.progress()).size > 0;
  }

  /** Keeps progress with this account from now on: what the device has beside what the account has, or the account's alone. */
  async start(account: string, forget: boolean): Promise<void> {
    if (forget) await this.#device.forget();
    this.#note({ account, agreed: {}, at_ms: 0 });
    await this.begin();
  }

  /** From now on it stays on this device; the account keeps what it has. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#trouble = null;
    this.#note(null);
  }

  /** Brings device and account to the same, once what is going on is done. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#work = this.#work.then(() => alone(() => this.#agree()));
    return this.#work;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), REST_MS);
  }

  async #agree(): Promise<void> {
    const own = await this.#server.own();
    const keeping = this.#keeping;
    if (!keeping) return; // stopped meanwhile
    // Somebody else may have signed in on this device: nothing of the one goes to the other.
    if (own.kind === 'ok' && own.value?.name !== keeping.account) {
      this.#trouble = { kind: 'refused', code: 'not-signed-in', reason: '' };
      return;
    }
    const done = own.kind === 'ok' ? await agree(this.#server.progress, this.#device, keeping.agreed) : own;
    if (this.#keeping?.account !== keeping.account) return;
    if (done.kind === 'refused' && done.code === REMOVED) this.stop();
    this.#trouble = done.kind === 'ok' ? null : done;
    if (done.kind === 'ok') this.#note({ account: keeping.account, agreed: done.agreed, at_ms: Date.now() });
    if (done.kind === 'wait') this.#timer = setTimeout(() => void this.now(), done.seconds * 1_000);
  }

  #note(keeping: Keeping | null): void {
    this.#keeping = keeping;
    writeKeeping(keeping);
  }
}

/** One window at a time, where the browser can see to it. Two at once would only do the same work twice. */
function alone(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('damier-progress', work) : work();
}

/** The keeping of this page. */
export const keeping = new ProgressKeeping();
