/**
 * State of a club's page: the latest club, the latest failure, and the actions. It polls while the page is visible: often
 * while a player waits at the board for the other, seldom otherwise.
 */
import { Action } from '../../api/action.svelte';
import { Polled } from '../../api/polled';
import { type Answer, ask, type Failure } from '../../api/ask';
import { getClubsClub, type OpenMatch, postClubsClubMatchesNumber, type ClubView as Club } from '../../api/types';

/** The polling interval while a player waits at the board, and otherwise, in milliseconds. */
const SOON = 3_000;
const LATER = 20_000;

/** How often a waiting player's presence is renewed; the server keeps it for 45 seconds. */
const SAY_AGAIN = 15_000;

export class ClubVisit extends Action {
  club = $state.raw<Club | null>(null);
  absent = $state(false);
  /** The challenge for which the user waits at the board. */
  waits = $state<number | null>(null);

  readonly at: { club: string };
  readonly #me: () => string | null;
  readonly #begun: (match: OpenMatch) => void;
  readonly #polled: Polled<Club>;
  #said = 0;
  #closed = false;

  constructor(club: string, me: () => string | null, begun: (match: OpenMatch) => void) {
    super();
    this.at = { club };
    this.#me = me;
    this.#begun = begun;
    this.#polled = new Polled({
      ask: () => this.#ask(),
      heard: (answer) => this.#hear(answer),
      every_ms: () => (this.waits === null ? LATER : SOON),
      seen: () => document.visibilityState === 'visible' || this.waits !== null,
    });
  }

  get own(): OpenMatch | null {
    const me = this.#me();
    return this.club?.ladder?.open.find((it) => it.challenger === me || it.challenged === me) ?? null;
  }

  look(): Promise<void> {
    return this.#polled.look();
  }

  #ask(): Promise<Answer<Club>> {
    const again = this.waits !== null && Date.now() - this.#said >= SAY_AGAIN;
    return again && this.waits !== null ? this.#sayAtBoard(this.waits) : ask(getClubsClub, this.at);
  }

  /** Runs an action. Returns whether it succeeded. */
  async act(request: () => Promise<Answer<Club>>): Promise<boolean> {
    const done = await this.run(() => this.#polled.during(request));
    if (done) this.#seen(done.value);
    else if (this.trouble) this.#failed(this.trouble);
    return done !== null;
  }

  async atBoard(number: number, waits: boolean): Promise<void> {
    this.waits = waits ? number : null;
    await this.act(() => (waits ? this.#sayAtBoard(number) : ask(postClubsClubMatchesNumber, { ...this.at, number }, { say: 'not-ready' })));
    this.#polled.restart();
  }

  close(): void {
    this.#closed = true;
    if (this.waits !== null) void ask(postClubsClubMatchesNumber, { ...this.at, number: this.waits }, { say: 'not-ready' });
    this.waits = null;
    this.#polled.stop();
  }

  #sayAtBoard(number: number): Promise<Answer<Club>> {
    this.#said = Date.now();
    return ask(postClubsClubMatchesNumber, { ...this.at, number }, { say: 'ready' });
  }

  #hear(answer: Answer<Club>): void {
    if (answer.kind === 'ok') return this.#seen(answer.value);
    if (this.club === null) this.trouble = answer; // otherwise the last state stays on screen
    this.#failed(answer);
  }

  #failed(failure: Failure): void {
    if (failure.kind !== 'refused') return;
    if (failure.code === 'club-not-found') {
      this.absent = true;
      return;
    }
    // The challenge is over or has begun: the club is requested again.
    if (this.waits !== null) this.#said = Date.now();
    void ask(getClubsClub, this.at).then((seen) => seen.kind === 'ok' && this.#seen(seen.value));
  }

  #seen(club: Club): void {
    if (this.#closed) return;
    const isFirst = this.club === null;
    this.club = club;
    // A player who waited at the board before a reload keeps waiting.
    if (isFirst && this.own?.at_board === this.#me() && this.own.stage === 'agreed') this.waits = this.own.number;
    if (this.waits === null) return;
    const match = club.ladder?.open.find((it) => it.number === this.waits);
    if (match?.stage === 'agreed') return;
    this.waits = null;
    if (match?.stage === 'playing') this.#begun(match);
  }
}
