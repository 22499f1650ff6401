/**
 * The notifications of the signed-in account or of the games in this browser: polled while the page is open, also over plain HTTP. What was seen is kept in
 * the local storage, so that another window and the next visit do not tell it again. The bell in the header reads it.
 */
import { loadList, saveValue } from '../../store/browser-storage';
import type { Answer } from '../../api/ask';
import { Polled } from '../../api/polled';
import type { Notice as AccountNotice } from '../../api/types';

/** Something that calls the account, or a seat of this browser. `begun`: the other game has begun, and this browser has no seat there yet. */
export type Notice = Exclude<AccountNotice, { kind: 'rematch' }> | (Extract<AccountNotice, { kind: 'rematch' }> & { begun?: true });

/** How often the server is asked while the page is seen, and while it is hidden, in milliseconds. */
const SEEN_MS = 20_000;
const HIDDEN_MS = 60_000;
const KEY = 'damier.notices.seen';
/** So many that were seen are remembered. */
const MOST = 200;

export interface NoticeBoardOptions {
  /** Asks what calls. */
  ask: () => Promise<Answer<Notice[]>>;
  /** How many times as long as usual it is waited before the next look: where each look asks for more than one thing. */
  slower?: number;
  /** What has come since the last look, and is on no screen. Not told at the first look, so that nothing sounds because a page was opened. */
  came: (notices: Notice[]) => void;
  /** Whether the screen shows it anyway. */
  shown: (notice: Notice) => boolean;
  visible?: () => boolean;
}

/** What a notice is known by: as long as the same calls, it is the same. */
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

export class NoticeBoard {
  readonly #options: Required<NoticeBoardOptions>;
  readonly #polled: Polled<Notice[]>;
  #before: Set<string> | null = null;
  #seen = $state.raw(readSeen());

  notices = $state.raw<readonly Notice[]>([]);

  constructor(options: NoticeBoardOptions) {
    this.#options = { slower: 1, visible: () => document.visibilityState === 'visible', ...options };
    const { ask, visible } = this.#options;
    this.#polled = new Polled({ ask, heard: (answer) => this.#hear(answer), every_ms: () => (visible() ? SEEN_MS : HIDDEN_MS) * this.#options.slower, seen: () => true });
    void this.look();
  }

  /** Those that were not seen yet. */
  get fresh(): readonly Notice[] {
    return this.notices.filter((it) => !this.#seen.has(noticeId(it)));
  }

  look(): Promise<void> {
    return this.#polled.look();
  }

  #hear(answer: Answer<Notice[]>): void | 'pause' {
    if (answer.kind === 'ok') this.#take(answer.value);
    // No account is signed in: nothing calls, and the next screen asks again.
    else if (answer.kind === 'refused') {
      this.notices = [];
      return 'pause';
    }
  }

  /** All that calls now was seen. */
  saw(): void {
    this.#note(this.notices);
  }

  /** Another window has seen something. */
  again(): void {
    this.#seen = readSeen();
  }

  /** It is dealt with; the server will not tell it again. */
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
    // What calls no longer need not be remembered for long: the oldest go first.
    const kept = [...readSeen(), ...fresh].slice(-MOST);
    this.#seen = new Set(kept);
    saveValue(KEY, kept);
  }
}

function readSeen(): Set<string> {
  return new Set(loadList(KEY).filter((id) => typeof id === 'string'));
}
