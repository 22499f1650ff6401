/** A gathering as this browser sees it, asked for again and again while it is looked at. Draws nothing. */
import type { LiveAnswer } from '../live/api';
import { GatheringServer, type Gathering } from './api';

export type Refused = Exclude<LiveAnswer<unknown>, { kind: 'ok' }>;

/** How often it is asked for, with some chance in it, so that many devices do not ask at one moment. */
const EVERY_MS = 2_000;

export class TeamMatchVisit {
  readonly #server = new GatheringServer();
  readonly #secret: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  /** Grows when something begins to be done, and when it is answered: what was asked before may be older than what is known. */
  #turns = 0;
  /** Why it could not be asked for. */
  #unasked = $state.raw<Refused | null>(null);
  /** Why something was not done: told until something else is done, or whoever reads it asks again. */
  #undone = $state.raw<Refused | null>(null);

  now = $state.raw<Gathering | null>(null);
  /** The server knows no such gathering. */
  gone = $state(false);
  working = $state(false);

  constructor(secret: string) {
    this.#secret = secret;
    void this.look();
  }

  /** Why it could not be asked for, or something could not be done. */
  get trouble(): Refused | null {
    return this.#unasked ?? this.#undone;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Asks how it stands, and again after a while. */
  async look(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const turns = this.#turns;
    const answer = await this.#server.gathering(this.#secret);
    if (this.#closed || this.working || turns !== this.#turns) return;
    if (answer.kind === 'ok') this.#unasked = null;
    else this.#unasked = answer;
    this.#hear(answer);
    this.#again();
  }

  /** The same where somebody wants to know it now: what was not done is read. */
  async lookAgain(): Promise<void> {
    const undone = this.#undone;
    await this.look();
    if (this.#unasked === null && undone === this.#undone) this.#undone = null;
  }

  /** What was not done concerns nobody any more: somebody else is at this screen. */
  forgetTrouble(): void {
    this.#undone = null;
  }

  /** Does something as the host, or comes by a link; the answer is how it stands then. One thing is done at a time: another one is not even sent. */
  async do(what: (server: GatheringServer) => Promise<LiveAnswer<Gathering>>): Promise<boolean> {
    if (this.working) return false;
    const answer = await this.#act(what);
    if (this.#closed) return false;
    this.#hear(answer);
    this.#again();
    return answer.kind === 'ok';
  }

  /** Ends it as the host, and asks for it no longer. Answers whether it is ended. */
  async dismiss(): Promise<boolean> {
    if (this.working) return false;
    const answer = await this.#act((server) => server.dismiss(this.#secret));
    // Whoever ends what is not there any more has what they wanted.
    const ended = answer.kind === 'ok' || isNowhere(answer);
    if (ended) this.close();
    else if (!this.#closed) this.#again();
    return ended;
  }

  async #act<T>(what: (server: GatheringServer) => Promise<LiveAnswer<T>>): Promise<LiveAnswer<T>> {
    this.working = true;
    this.#turns += 1;
    const answer = await what(this.#server);
    this.#turns += 1;
    this.working = false;
    if (answer.kind !== 'ok') this.#undone = answer;
    else this.#unasked = this.#undone = null;
    return answer;
  }

  #again(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.gone) this.#timer = setTimeout(() => void this.look(), EVERY_MS * (0.8 + 0.4 * Math.random()));
  }

  #hear(answer: LiveAnswer<Gathering>): void {
    if (answer.kind === 'ok') this.now = answer.value;
    else if (isNowhere(answer)) this.gone = true;
  }
}

function isNowhere(answer: LiveAnswer<unknown>): boolean {
  return answer.kind === 'refused' && answer.code === 'gathering-not-found';
}
