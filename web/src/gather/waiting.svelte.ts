/** A gathering as this browser sees it, asked for again and again while it is looked at. Draws nothing. */
import type { LiveAnswer } from '../live/api';
import { GatheringServer, type Gathering } from './api';

export type Refused = Exclude<LiveAnswer<unknown>, { kind: 'ok' }>;

/** How often it is asked for, with some chance in it, so that many devices do not ask at one moment. */
const EVERY_MS = 2_000;

export class WaitingRoom {
  readonly #server = new GatheringServer();
  readonly #secret: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  now = $state.raw<Gathering | null>(null);
  /** Why it could not be asked for, or something could not be done. */
  trouble = $state.raw<Refused | null>(null);
  /** The server knows no such gathering. */
  gone = $state(false);
  working = $state(false);

  constructor(secret: string) {
    this.#secret = secret;
    void this.look();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Asks how it stands, and again after a while. */
  async look(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const answer = await this.#server.gathering(this.#secret);
    if (this.#closed || this.working) return;
    this.#hear(answer);
    this.#again();
  }

  /** Does something as the host, or comes by a link; the answer is how it stands then. */
  async do(what: (server: GatheringServer) => Promise<LiveAnswer<Gathering>>): Promise<boolean> {
    this.working = true;
    const answer = await what(this.#server);
    this.working = false;
    if (this.#closed) return false;
    this.#hear(answer);
    this.#again();
    return answer.kind === 'ok';
  }

  #again(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.gone) this.#timer = setTimeout(() => void this.look(), EVERY_MS * (0.8 + 0.4 * Math.random()));
  }

  #hear(answer: LiveAnswer<Gathering>): void {
    if (answer.kind === 'ok') {
      this.now = answer.value;
      this.trouble = null;
    } else if (answer.kind === 'refused' && answer.code === 'gathering-not-found') this.gone = true;
    else this.trouble = answer;
  }
}
