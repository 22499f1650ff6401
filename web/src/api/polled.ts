/**
 * Polls the server for a value on the screen. The table in `ask.ts` has the delay after each kind of answer; by default it does
 * not poll while the page is hidden.
 */
import type { Answer } from './ask';

export interface PolledOptions<T> {
  ask: () => Promise<Answer<T>>;
  /** Called with each answer, except those to a request sent before an action. Returning `pause` stops polling until `look` is called. */
  heard: (answer: Answer<T>) => void | 'pause';
  /** The interval after an answer, in milliseconds; read before each wait. */
  every_ms: number | (() => number);
  /** Whether to poll now. By default while the page is visible. */
  seen?: () => boolean;
  random?: () => number;
}

/** The longest backoff in milliseconds, unless the interval is longer. */
const LONGEST_MS = 5_000;
/** The jitter as a share of the interval, so that the devices of a class do not all poll at one moment. */
const SPREAD = 0.2;

export class Polled<T> {
  readonly #options: Required<PolledOptions<T>>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Incremented by each request and each action: an answer to an earlier request is dropped. */
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

  /** Requests now, and continues polling. */
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

  /** Runs an action that changes the value: answers to requests sent before or during it are dropped. */
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

  /** Starts the interval again, without a request. */
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

  /** The network is back, or the page is visible again: ends the current wait. */
  #wake(): void {
    if (this.#timer !== null) void this.look();
  }

  #wait(ms: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = ms === null || this.#stopped ? null : setTimeout(() => void this.look(), ms * (1 + SPREAD * this.#options.random()));
  }
}
