/**
 * A visit to a simultaneous display: the display as it was seen last, what went wrong, and what is done there. It looks again by itself. For the host
 * of one that goes on it does so also while the page is not seen, since whoever asks counts as present at all boards; and for a guest who waits for
 * the beginning, who is then called.
 */
import type { LiveAnswer } from '../live/api';
import type { Simul, SimulServer } from './api';

/** How often it is looked at, in milliseconds: by the host who plays, by others while it is played, before, and after. */
const HOST = 1_000;
const PLAYED = 2_000;
const OPEN = 3_000;
const OVER = 20_000;

export type SimulTrouble = Exclude<LiveAnswer<unknown>, { kind: 'ok' }>;

export class SimulVisit {
  simul = $state.raw<Simul | null>(null);
  /** Whether there is no such display. */
  absent = $state(false);
  trouble = $state.raw<SimulTrouble | null>(null);
  working = $state(false);
  /** Whether the last look was not answered: what is shown is old. */
  late = $state(false);
  /** When the display was told last, by this device's clock. */
  told = $state(0);
  /** The secret of one's part; null for whoever has none. */
  secret = $state<string | null>(null);

  readonly server: SimulServer;
  readonly #seen: (simul: Simul, before: Simul | null) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  /** Each question has a number; an answer to an older one than was answered changes nothing. */
  #asked = 0;
  #answered = 0;

  constructor(server: SimulServer, secret: string | null, seen: (simul: Simul, before: Simul | null) => void = () => {}) {
    this.server = server;
    this.secret = secret;
    this.#seen = seen;
  }

  async look(): Promise<void> {
    if (this.#closed) return;
    this.#rest(null);
    if (document.visibilityState === 'visible' || this.#plays || this.#waits) {
      const number = ++this.#asked;
      const answer = await this.server.look(this.secret);
      this.late = answer.kind !== 'ok';
      this.#take(answer, number, this.simul !== null);
    }
    this.#rest(this.#pause());
  }

  /** Does something. Answers whether it was done. */
  async act(deed: () => Promise<LiveAnswer<Simul>>): Promise<boolean> {
    if (this.working) return false;
    this.working = true;
    this.trouble = null;
    const number = ++this.#asked;
    const answer = await deed();
    this.working = false;
    return this.#take(answer, number, false);
  }

  close(): void {
    this.#closed = true;
    this.#rest(null);
  }

  /** Whether the host is here and the display goes on. */
  get #plays(): boolean {
    return this.simul?.you === 'host' && this.simul.stage === 'begun';
  }

  /** Whether a guest waits for the beginning. */
  get #waits(): boolean {
    return this.simul?.you === 'guest' && this.simul.stage === 'open';
  }

  #pause(): number {
    if (this.#plays) return HOST;
    return this.simul?.stage === 'begun' ? PLAYED : this.simul?.stage === 'open' ? OPEN : OVER;
  }

  /** `quiet`: what went wrong is not told, since nobody has done anything. */
  #take(answer: LiveAnswer<Simul>, number: number, quiet: boolean): boolean {
    if (answer.kind !== 'ok') {
      if (answer.kind === 'refused' && answer.code === 'simul-not-found') this.absent = true;
      else if (!quiet) this.trouble = answer;
      return false;
    }
    if (this.#closed || number < this.#answered) return true;
    this.#answered = number;
    const before = this.simul;
    this.simul = answer.value;
    this.told = Date.now();
    this.#seen(answer.value, before);
    return true;
  }

  #rest(ms: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = ms === null || this.#closed || this.absent ? null : setTimeout(() => void this.look(), ms);
  }
}
