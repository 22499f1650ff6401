/**
 * Asks the server again and again for a value that is on the screen. When it asks again after which answer is the rule of
 * `ask.ts`; while the page is not seen it does not ask, unless its owner wants that.
 */
import type { Answer } from './ask';

export interface PolledOptions<T> {
  ask: () => Promise<Answer<T>>;
  /** Called with each answer, but for those that are older than something that was done meanwhile. After `pause` nothing is asked until `look` is called. */
  heard: (answer: Answer<T>) => void | 'pause';
  /** How long after an answer the server is asked again, in milliseconds; looked up before each wait. */
  every_ms: number | (() => number);
  /** Whether to ask now. By default while the page is visible. */
  seen?: () => boolean;
  random?: () => number;
}

/** The longest wait between two tries of a server that does not answer, in milliseconds, where the interval is not longer. */
const LONGEST_MS = 5_000;
/** How much later than its interval a device asks at most, so that a class or a hall does not ask at one moment. */
const SPREAD = 0.2;

export class Polled<T> {
  readonly #options: Required<PolledOptions<T>>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Grows with each question and each act: an answer to an earlier question is dropped. */
  #turn = 0;
  #failures = 0;
  #stopped = false;
  readonly #events = new AbortController();

  constructor(options: PolledOptions<T>) {
    this.#options = { seen: () => globalThis.document?.visibilityState !== 'hidden', random: Math.random, ...options };
    const { signal } = this.#events;
    globalThis.addEventListener?.('online', () => this.#wake(), { signal });
    globalThis.document?.addEventListener?.('visibilitychange', () => document.visibilityState === 'visible' && this.#wake(), { signal });
  }

  /** Asks now, and from then on again and again. */
  async look(): Promise<void> {
    if (this.#stopped) return;
    this.#wait(null);
    if (!this.#options.seen()) return this.#wait(this.#every);
    const turn = (this.#turn += 1);
    const answer = await this.#options.ask();
    if (this.#stopped || turn !== this.#turn) return;
    this.#failures = answer.kind === 'unreachable' || answer.kind === 'full' ? this.#failures + 1 : 0;
    if (this.#options.heard(answer) !== 'pause') this.#wait(this.#delay(answer));
  }

  /** Does something that changes the value: answers to questions that were asked before or meanwhile are dropped. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    this.#turn += 1;
    this.#wait(null);
    try {
      return await work();
    } finally {
      this.#turn += 1;
      this.#wait(this.#every);
    }
  }

  /** Starts the interval again: something has changed how long it is. */
  restart(): void {
    this.#wait(this.#every);
  }

  stop(): void {
    this.#stopped = true;
    this.#wait(null);
    this.#events.abort();
  }

  get #every(): number {
    const { every_ms } = this.#options;
    return typeof every_ms === 'number' ? every_ms : every_ms();
  }

  #delay(answer: Answer<T>): number {
    const every = this.#every;
    if (answer.kind === 'busy') return Math.max(every, answer.retry_ms);
    return Math.min(every * 2 ** Math.max(0, this.#failures - 1), Math.max(every, LONGEST_MS));
  }

  /** The network is back, or the page is seen again: what waits does not wait any longer. */
  #wake(): void {
    if (this.#timer !== null) void this.look();
  }

  #wait(ms: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = ms === null || this.#stopped ? null : setTimeout(() => void this.look(), ms * (1 + SPREAD * this.#options.random()));
  }
}
