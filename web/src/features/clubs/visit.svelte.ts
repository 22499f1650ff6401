/**
 * A visit to a club: the club as it was seen last, what went wrong, and what is done there. It looks again by itself while the page is seen: often
 * while somebody waits at the board for the other, seldom otherwise.
 */
import type { AccountTrouble } from '../accounts/api';
import type { Club, ClubAnswer, ClubServer, OpenMatch } from './api';

/** How often the club is looked at while somebody waits at the board, and otherwise, in milliseconds. */
const SOON = 3_000;
const LATER = 20_000;

/** How often somebody who waits at the board says so again; the server believes it for 45 seconds. */
const SAY_AGAIN = 15_000;

export class ClubVisit {
  club = $state.raw<Club | null>(null);
  /** Whether there is no such club. */
  absent = $state(false);
  trouble = $state.raw<AccountTrouble | null>(null);
  working = $state(false);
  /** The challenge for which this page waits at the board. */
  waits = $state<number | null>(null);

  readonly server: ClubServer;
  /** Who is signed in here. */
  readonly #me: () => string | null;
  /** The game of somebody who waits at the board has begun. */
  readonly #begun: (match: OpenMatch) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #said = 0;
  #closed = false;

  constructor(server: ClubServer, me: () => string | null, begun: (match: OpenMatch) => void) {
    this.server = server;
    this.#me = me;
    this.#begun = begun;
  }

  /** The open challenge of whoever is signed in. */
  get own(): OpenMatch | null {
    const me = this.#me();
    return this.club?.ladder?.open.find((it) => it.challenger === me || it.challenged === me) ?? null;
  }

  async look(): Promise<void> {
    if (this.#closed) return;
    this.#rest();
    if (document.visibilityState === 'visible' || this.waits !== null) {
      const again = this.waits !== null && Date.now() - this.#said >= SAY_AGAIN;
      const answer = again && this.waits !== null ? await this.#sayAtBoard(this.waits) : await this.server.look();
      this.#take(answer, this.club !== null);
    }
    this.#rest(this.waits === null ? LATER : SOON);
  }

  /** Does something. Answers whether it was done. */
  async act(deed: () => Promise<ClubAnswer<Club>>): Promise<boolean> {
    if (this.working) return false;
    this.working = true;
    this.trouble = null;
    const answer = await deed();
    this.working = false;
    return this.#take(answer, false);
  }

  /** Waits at the board, or no longer. */
  async atBoard(number: number, waits: boolean): Promise<void> {
    this.waits = waits ? number : null;
    await this.act(() => (waits ? this.#sayAtBoard(number) : this.server.say(number, 'away')));
    if (this.waits !== null) this.#rest(SOON);
  }

  close(): void {
    this.#closed = true;
    if (this.waits !== null) void this.server.say(this.waits, 'away');
    this.waits = null;
    this.#rest();
  }

  #sayAtBoard(number: number): Promise<ClubAnswer<Club>> {
    this.#said = Date.now();
    return this.server.say(number, 'at-board');
  }

  /** `quiet`: what went wrong is not told, since nobody has done anything. */
  #take(answer: ClubAnswer<Club>, quiet: boolean): boolean {
    if (answer.kind !== 'ok') {
      if (answer.kind === 'refused' && answer.code === 'club-not-found') this.absent = true;
      else if (!quiet) this.trouble = answer;
      // The challenge is over, or has begun: another look tells.
      if (answer.kind === 'refused' && this.waits !== null) this.#said = Date.now();
      if (answer.kind === 'refused' && !this.absent) void this.server.look().then((seen) => seen.kind === 'ok' && this.#seen(seen.value));
      return false;
    }
    this.#seen(answer.value);
    return true;
  }

  #seen(club: Club): void {
    if (this.#closed) return;
    const isFirst = this.club === null;
    this.club = club;
    // Whoever has waited at the board when the page was loaded anew goes on waiting.
    if (isFirst && this.own?.at_board === this.#me() && this.own.stage === 'agreed') this.waits = this.own.number;
    if (this.waits === null) return;
    const match = club.ladder?.open.find((it) => it.number === this.waits);
    if (match?.stage === 'agreed') return;
    this.waits = null;
    if (match?.stage === 'playing') this.#begun(match);
  }

  #rest(ms: number | null = null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = ms === null || this.#closed ? null : setTimeout(() => void this.look(), ms);
  }
}
