/**
 * What the time is on the server. Its clock differs from the device's, and the way there takes time: each answer to a ping says
 * what the server's clock showed, somewhere between question and answer. The answer that took the shortest time is believed.
 */

/** How many answers are compared: old ones are forgotten, since clocks drift and a device may have slept. */
const REMEMBERED = 12;

/** One answer: how long it took, and by how much the server's clock was ahead. */
interface Sample {
  trip_ms: number;
  offset_ms: number;
}

export class ServerClock {
  readonly #now: () => number;
  #samples: Sample[] = [];
  /** The best guess without any answer to a ping. */
  #rough: number | null = null;

  /** `now`: the device's clock, in Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time on the server, in Unix milliseconds. */
  now(): number {
    return this.#now() + this.offset;
  }

  /** By how much the server's clock is ahead of the device's, in milliseconds. */
  get offset(): number {
    const best = this.#samples.reduce<Sample | null>((best, it) => (best === null || it.trip_ms < best.trip_ms ? it : best), null);
    return best?.offset_ms ?? this.#rough ?? 0;
  }

  /** The shortest way there and back that was seen lately, in milliseconds; null before the first answer. */
  get trip(): number | null {
    return this.#samples.length === 0 ? null : Math.min(...this.#samples.map((it) => it.trip_ms));
  }

  /** The server has told its time without being asked: good enough until a ping is answered. */
  told(serverMs: number): void {
    this.#rough = serverMs - this.#now();
  }

  /** A ping that was sent at `sentMs` (of the device's clock) is answered now. */
  answered(sentMs: number, serverMs: number): void {
    const now = this.#now();
    const trip = now - sentMs;
    if (trip < 0) {
      this.#samples = []; // the device's clock was set: earlier samples are invalid
      return;
    }
    this.#samples = [...this.#samples, { trip_ms: trip, offset_ms: serverMs - (sentMs + trip / 2) }].slice(-REMEMBERED);
  }

  /** The connection is a new one, perhaps over another network. */
  forget(): void {
    this.#samples = this.#samples.slice(-1);
  }
}
