/**
 * The server's time. Its clock differs from the device's, and messages take time: each answer to a ping has the server's time at some moment between request
 * and answer. The fastest answer is the most accurate.
 */

/** The number of compared answers: old ones are dropped, since clocks drift and a device may have slept. */
const REMEMBERED = 12;

/** An answer: its round-trip time, and the offset of the server's clock. */
interface Sample {
  trip_ms: number;
  offset_ms: number;
}

export class ServerClock {
  readonly #now: () => number;
  #samples: Sample[] = [];
  /** The estimate without an answer to a ping. */
  #rough: number | null = null;

  /** `now`: the device's clock, in Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time on the server, in Unix milliseconds. */
  now(): number {
    return this.#now() + this.offset;
  }

  /** The offset of the server's clock to the device's, in milliseconds. */
  get offset(): number {
    const best = this.#samples.reduce<Sample | null>((best, it) => (best === null || it.trip_ms < best.trip_ms ? it : best), null);
    return best?.offset_ms ?? this.#rough ?? 0;
  }

  /** The shortest recent round-trip time in milliseconds; null before the first answer. */
  get trip(): number | null {
    return this.#samples.length === 0 ? null : Math.min(...this.#samples.map((it) => it.trip_ms));
  }

  /** A server time without a ping: good enough until one is answered. */
  received(serverMs: number): void {
    this.#rough = serverMs - this.#now();
  }

  /** The answer to a ping sent at `sentMs` (by the device's clock). */
  answered(sentMs: number, serverMs: number): void {
    const now = this.#now();
    const trip = now - sentMs;
    if (trip < 0) {
      this.#samples = []; // the device's clock was set: earlier samples are invalid
      return;
    }
    this.#samples = [...this.#samples, { trip_ms: trip, offset_ms: serverMs - (sentMs + trip / 2) }].slice(-REMEMBERED);
  }

  /** A new connection, perhaps over another network, restarts the measurement. */
  forget(): void {
    this.#samples = this.#samples.slice(-1);
  }
}
