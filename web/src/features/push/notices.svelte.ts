/**
 * The notifications of the signed-in account or of the games in this browser: polled while the page is open, also over plain HTTP. Seen ones are recorded in
 * local storage for other windows and the next visit. The bell in the header reads it.
 */
import { loadList, saveValue } from '../../store/browser-storage';
import type { Answer } from '../../api/ask';
import { Polled } from '../../api/polled';
import type { Notice as AccountNotice } from '../../api/types';

/** A notification for the account, or a seat of this browser. `begun`: the next game has begun, and this browser has no seat there yet. */
export type Notice = Exclude<AccountNotice, { kind: 'rematch' }> | (Extract<AccountNotice, { kind: 'rematch' }> & { begun?: true });

/** The polling intervals while the page is visible, and while it is hidden, in milliseconds. */
const VISIBLE_POLL_MS = 20_000;
const HIDDEN_MS = 60_000;
const KEY = 'damier.notices.seen';
/** The maximum number of recorded seen notifications. */
const MAX_SEEN = 200;

export interface NoticeBoardOptions {
  /** Requests the current notifications. */
  ask: () => Promise<Answer<Notice[]>>;
  /** A factor for the polling interval, for a source that needs several requests. */
  slower?: number;
  /** Called with new notifications that no screen shows, except at the first poll, so that opening a page makes no sound. */
  came: (notices: Notice[]) => void;
  /** Whether the screen shows its subject already. */
  shown: (notice: Notice) => boolean;
  visible?: () => boolean;
}

/** The identity of a notification, equal as long as it is about the same event. */
export function noticeId(notice: Notice): string {
  switch (notice.kind) {
    case 'friend':
      return `friend ${notice.name} ${notice.since_ms}`;
    case 'challenge':
      return `challenge ${notice.id}`;
    case 'turn':
      return `turn ${notice.game} ${notice.version}`;
    case 'ladder':
      return `ladder ${notice.club} ${notice.wants}`;
    case 'rematch':
      return `rematch ${notice.game}${notice.begun ? ' begun' : ''}`;
  }
}

export class NotificationStore {
  readonly #options: Required<NoticeBoardOptions>;
  readonly #polled: Polled<Notice[]>;
  #before: Set<string> | null = null;
  #seen = $state.raw(readSeen());

  notices = $state.raw<readonly Notice[]>([]);

  constructor(options: NoticeBoardOptions) {
    this.#options = { slower: 1, visible: () => document.visibilityState === 'visible', ...options };
    const { ask, visible } = this.#options;
    this.#polled = new Polled({ ask, heard: (answer) => this.#hear(answer), every_ms: () => (visible() ? VISIBLE_POLL_MS : HIDDEN_MS) * this.#options.slower, seen: () => true });
    void this.look();
  }

  /** The unseen notifications. */
  get fresh(): readonly Notice[] {
    return this.notices.filter((it) => !this.#seen.has(noticeId(it)));
  }

  look(): Promise<void> {
    return this.#polled.look();
  }

  #hear(answer: Answer<Notice[]>): void | 'pause' {
    if (answer.kind === 'ok') this.#take(answer.value);
    // No account is signed in: there are none, and the next screen polls again.
    else if (answer.kind === 'refused') {
      this.notices = [];
      return 'pause';
    }
  }

  /** Marks all current notifications as seen. */
  saw(): void {
    this.#note(this.notices);
  }

  /** Reads what another window has marked as seen. */
  again(): void {
    this.#seen = readSeen();
  }

  /** Removes a handled notification; the server will not send it again. */
  done(notice: Notice): void {
    const id = noticeId(notice);
    this.notices = this.notices.filter((it) => noticeId(it) !== id);
  }

  close(): void {
    this.#polled.stop();
  }

  #take(notices: readonly Notice[]): void {
    const before = this.#before;
    this.#before = new Set(notices.map(noticeId));
    this.notices = notices;
    this.#note(notices.filter((it) => this.#options.shown(it)));
    if (before === null) return;
    const came = this.fresh.filter((it) => !before.has(noticeId(it)));
    if (came.length > 0) this.#options.came(came);
  }

  #note(notices: readonly Notice[]): void {
    const fresh = notices.map(noticeId).filter((id) => !this.#seen.has(id));
    if (fresh.length === 0) return;
    // The oldest of those that do not apply any more are dropped first.
    const kept = [...readSeen(), ...fresh].slice(-MAX_SEEN);
    this.#seen = new Set(kept);
    saveValue(KEY, kept);
  }
}

function readSeen(): Set<string> {
  return new Set(loadList(KEY).filter((id) => typeof id === 'string'));
}
