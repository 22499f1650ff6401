/**
 * Keeps the progress of this browser with an account, from the moment when its owner says so: at once, when the page opens or is looked at again, a
 * few seconds after each change, and when the network is back. The account page shows it. Signing in alone starts nothing, and signing out ends it: on
 * a family's computer the lessons of one child are not to become those of another.
 */
import { deleteAccountProgress } from '../../api/types';
import { accountProgress } from './account-progress';
import { ownAccount } from '../accounts/own-account';
import { ask, type Failure, refusedHere } from '../../api/ask';
import { onProgressChange } from '../../store/progress-changes';
import { ThisDevice } from './device';
import { KEEPING_KEY, keepingEnded, noteEnded, readKeeping, writeKeeping, type Keeping } from './stored';
import { partsOf } from './parts';
import { agree, REMOVED } from './sync';

/** How long after a change it is sent: a lesson or a run of problems makes many. */
const REST_MS = 4_000;

/** A page shown again after this time fetches the changes of other devices. */
const AWAY_MS = 30_000;

/** The code of the trouble that another account is signed in than the one that keeps the progress. */
const OTHER_ACCOUNT = 'progress-of-another';

class ProgressKeeping {
  readonly #device = new ThisDevice();
  #keeping = $state.raw<Keeping | null>(readKeeping());
  #trouble = $state.raw<Failure | null>(null);
  #ended = $state(keepingEnded());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: (() => void) | null = null;
  /** What is going on; the next waits for it. It never fails. */
  #work: Promise<void> = Promise.resolve();
  /** When it was last tried, in Unix milliseconds. */
  #tried_ms = 0;

  /** The account that progress is kept with; null where it stays on this device. */
  get account(): string | null {
    return this.#keeping?.account ?? null;
  }

  /** When device and account were last the same; null if never. */
  get at_ms(): number | null {
    return this.#keeping?.at_ms || null;
  }

  /** Why the last try did not succeed; null if it did. */
  get trouble(): Failure | null {
    return this.#trouble;
  }

  /** Whether another device has removed the progress from the account, so that it stays on this one. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Goes on with what was begun before the page was closed. */
  begin(): Promise<void> {
    if (!this.#keeping) return this.#work;
    this.#listen();
    return this.now();
  }

  async hasOwn(): Promise<boolean> {
    return partsOf(await this.#device.progress()).size > 0;
  }

  /** Keeps progress with this account from now on: what the device has beside what the account has, or the account's alone. */
  async start(account: string, forget: boolean): Promise<void> {
    this.stop();
    await this.#work;
    if (forget) await this.#device.forget();
    else this.#device.join();
    this.#note({ account, agreed: {}, at_ms: 0 });
    noteEnded((this.#ended = false));
    await this.begin();
  }

  /** From now on it stays on this device; the account keeps what it has. */
  stop(): void {
    this.#silence();
    this.#note(null);
  }

  /** Stops here, and removes from the account what it has. */
  async remove(): Promise<Failure | null> {
    this.stop();
    await this.#work; // what is on its way would arrive afterwards
    const removed = await ask(deleteAccountProgress, {});
    return removed.kind === 'ok' ? null : removed;
  }

  /** Brings device and account to the same, once what is going on is done. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#work = this.#work
      .then(() => alone(() => this.#agree()))
      .catch((error: unknown) => {
        console.error(error); // the storage of the browser, mostly
        this.#trouble = refusedHere('device-storage');
      });
    return this.#work;
  }

  #listen(): void {
    if (this.#unlisten) return;
    const now = (): void => void this.now();
    const stopped = onProgressChange(() => this.#later(REST_MS));
    const looked = (): void => {
      if (document.visibilityState === 'hidden') {
        if (this.#timer !== undefined) now(); // what waits goes while there is time
      } else if (Date.now() - this.#tried_ms > AWAY_MS) {
        now();
      }
    };
    const elsewhere = ({ key }: StorageEvent): void => {
      if (key === KEEPING_KEY || key === null) this.#heed();
    };
    addEventListener('online', now);
    addEventListener('storage', elsewhere);
    document.addEventListener('visibilitychange', looked);
    this.#unlisten = () => {
      stopped();
      removeEventListener('online', now);
      removeEventListener('storage', elsewhere);
      document.removeEventListener('visibilitychange', looked);
      clearTimeout(this.#timer);
    };
  }

  #silence(): void {
    this.#unlisten?.();
    this.#unlisten = null;
    this.#timer = undefined;
    this.#trouble = null;
  }

  /** What another window of this browser has decided. Answers whether progress is still kept with the same account. */
  #heed(): boolean {
    const before = this.#keeping?.account;
    this.#keeping = readKeeping();
    this.#ended = keepingEnded();
    if (!this.#keeping) this.#silence();
    return this.#keeping?.account === before;
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), ms);
  }

  async #agree(): Promise<void> {
    this.#timer = undefined;
    this.#tried_ms = Date.now();
    this.#heed();
    const keeping = this.#keeping;
    if (!keeping) return;
    const isWanted = (): boolean => readKeeping()?.account === keeping.account;
    const own = await ownAccount();
    // Another account may have signed in on this device: their data must not be mixed.
    if (own.kind === 'ok' && own.value?.name !== keeping.account) {
      this.#trouble = refusedHere(own.value ? OTHER_ACCOUNT : 'not-signed-in');
      return;
    }
    const done = own.kind === 'ok' ? await agree(accountProgress, this.#device, keeping.agreed, isWanted) : own;
    if (done.kind === 'stopped' || !isWanted()) {
      this.#heed();
      return;
    }
    if (done.kind === 'refused' && done.code === REMOVED) {
      this.stop();
      noteEnded((this.#ended = true));
      return;
    }
    this.#trouble = done.kind === 'ok' ? null : done;
    if (done.kind === 'ok') this.#note({ account: keeping.account, agreed: done.agreed, at_ms: Date.now() });
    if (done.kind === 'busy') this.#later(done.retry_ms);
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

export const keeping = new ProgressKeeping();
