/**
 * What the engine has learned of a game from games against itself: a file of weights, fetched apart from the page when the
 * game is first thought about, and kept by the browser. Without it the engine judges by hand, so nothing here ever fails:
 * what cannot be had now is tried again later. The engine itself checks the bytes (crates/engine). Endgame tables
 * (tables.ts) come the same way.
 */

/** Milliseconds that a first question waits for the file, from when it was asked for. */
export const PATIENCE = 1_500;
/** Least milliseconds between a failure and the next try. */
export const REST = 15_000;

/** Fetches a file; `fresh` asks the network even where the browser has kept one. */
export type Get = (address: string, fresh: boolean) => Promise<Uint8Array>;

export class Lesson {
  readonly #address: string;
  readonly #get: Get;
  readonly #now: () => number;
  #state: 'wanted' | 'coming' | 'here' | 'learned' = 'wanted';
  #bytes: Uint8Array | null = null;
  #arriving: Promise<void> = Promise.resolve();
  #askedAt = -Infinity;
  #failedAt = -Infinity;
  /** What came last was damaged: perhaps so is what the browser has kept. */
  #damaged = false;

  constructor(address: string, get: Get = fetched, now: () => number = () => performance.now()) {
    this.#address = address;
    this.#get = get;
    this.#now = now;
  }

  /** Begins to fetch the file, unless that was done or has just failed. */
  prepare(): void {
    if (this.#state !== 'wanted' || this.#now() - this.#failedAt < REST) return;
    this.#state = 'coming';
    this.#askedAt = this.#now();
    this.#arriving = this.#get(this.#address, this.#damaged).then(
      (bytes) => {
        this.#bytes = bytes;
        this.#state = 'here';
      },
      () => this.#fail(),
    );
  }

  /**
   * Teaches the engine, once; `teach` throws where the bytes are no good. Waits for a file that is on its way, but not
   * long: what comes later is taught the next time.
   */
  async teach(teach: (bytes: Uint8Array) => void): Promise<void> {
    this.prepare();
    if (this.#state === 'coming') await this.#arrivingOrLate();
    if (this.#state !== 'here' || !this.#bytes) return;
    const bytes = this.#bytes;
    this.#bytes = null;
    try {
      teach(bytes);
      this.#state = 'learned';
    } catch {
      this.#damaged = true;
      this.#fail();
    }
  }

  async #arrivingOrLate(): Promise<void> {
    const left = this.#askedAt + PATIENCE - this.#now();
    if (left <= 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#arriving, new Promise<void>((resolve) => (timer = setTimeout(resolve, left)))]);
    clearTimeout(timer);
  }

  #fail(): void {
    this.#state = 'wanted';
    this.#failedAt = this.#now();
  }
}

async function fetched(address: string, fresh: boolean): Promise<Uint8Array> {
  const response = await fetch(address, { cache: fresh ? 'reload' : 'default' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
