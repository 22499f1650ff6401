/**
 * Synchronises progress with the account once the user enables it: when the page opens, is
 * displayed again or goes online, and a few seconds after each change. Signing in does not enable
 * it, and signing out disables it: several children may share a computer.
 */
import { deleteAccountProgress } from '../../api/types';
import { accountProgress } from './account-progress';
import { ownAccount } from '../accounts/own-account';
import { ask, type Failure, refusedHere } from '../../api/ask';
import { onProgressChange } from '../../store/progress-changes';
import { ThisDevice } from './device';
import { isSyncEndNoticePending, KEEPING_KEY, noteEnded, readSyncState, writeSyncState, type SyncState } from './stored';
import { partsOf } from './parts';
import { REMOVED, syncProgress } from './sync';

/** The delay after a change, since a lesson makes many. */
const REST_MS = 4_000;

/** A page shown again after this time fetches the changes of other devices. */
const AWAY_MS = 30_000;

/**
 * The error code if the user is signed in with another account than the one that is synchronised.
 */
const OTHER_ACCOUNT = 'progress-of-another';

class ProgressKeeping {
  readonly #device = new ThisDevice();
  #keeping = $state.raw<SyncState | null>(readSyncState());
  #trouble = $state.raw<Failure | null>(null);
  #ended = $state(isSyncEndNoticePending());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: (() => void) | null = null;
  /** The sync in progress, for which the next one waits. It never rejects. */
  #work: Promise<void> = Promise.resolve();
  /** When the last sync began, in Unix milliseconds. */
  #tried_ms = 0;

  /** The account with which progress is synchronised; null if disabled. */
  get account(): string | null {
    return this.#keeping?.account ?? null;
  }

  /** When the last sync ended; null if never. */
  get at_ms(): number | null {
    return this.#keeping?.at_ms || null;
  }

  /** Why the last sync failed; null if it succeeded. */
  get trouble(): Failure | null {
    return this.#trouble;
  }

  /** Whether another device has removed the progress from the account. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Resumes synchronisation when the page opens. */
  begin(): Promise<void> {
    if (!this.#keeping) return this.#work;
    this.#listen();
    return this.now();
  }

  async hasOwn(): Promise<boolean> {
    return partsOf(await this.#device.progress()).size > 0;
  }

  /**
   * Enables synchronisation: progress of this device is merged with the account's, or deleted first
   * if `forget`.
   */
  async start(account: string, forget: boolean): Promise<void> {
    this.stop();
    await this.#work;
    if (forget) await this.#device.forget();
    else this.#device.join();
    this.#note({ account, agreed: {}, at_ms: 0 });
    noteEnded((this.#ended = false));
    await this.begin();
  }

  /** Disables synchronisation. The account keeps its progress. */
  stop(): void {
    this.#silence();
    this.#note(null);
  }

  /** Disables synchronisation and deletes the progress in the account. */
  async remove(): Promise<Failure | null> {
    this.stop();
    await this.#work; // otherwise a sync in progress would upload it again
    const removed = await ask(deleteAccountProgress, {});
    return removed.kind === 'ok' ? null : removed;
  }

  /** Synchronises once the sync in progress has ended. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#work = this.#work
      .then(() => alone(() => this.#agree()))
      .catch((error: unknown) => {
        console.error(error); // usually a failure of the browser's storage
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
        if (this.#timer !== undefined) now(); // the page is hidden: send pending changes now
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

  /**
   * Reads the state that another window may have changed. Returns whether the account is still the
   * same.
   */
  #heed(): boolean {
    const before = this.#keeping?.account;
    this.#keeping = readSyncState();
    this.#ended = isSyncEndNoticePending();
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
    const isWanted = (): boolean => readSyncState()?.account === keeping.account;
    const own = await ownAccount();
    // Another account may have signed in on this device: their data must not be mixed.
    if (own.kind === 'ok' && own.value?.name !== keeping.account) {
      this.#trouble = refusedHere(own.value ? OTHER_ACCOUNT : 'not-signed-in');
      return;
    }
    const done = own.kind === 'ok' ? await syncProgress(accountProgress, this.#device, keeping.agreed, isWanted) : own;
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

  #note(keeping: SyncState | null): void {
    this.#keeping = keeping;
    writeSyncState(keeping);
  }
}

/** Runs in one window at a time if the browser supports locks, to avoid duplicate work. */
function alone(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('damier-progress', work) : work();
}

export const keeping = new ProgressKeeping();
