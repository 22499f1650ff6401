/**
 * A file for the engine: the weights of its trained evaluation for a game, or an endgame table
 * (tables.ts). It is fetched when the engine first needs it, and cached by the browser. The engine
 * works without it, so a failed fetch is no error and is retried later. The engine validates the
 * bytes.
 */

/** How long the first question waits for the file, in milliseconds from the request on. */
export const WAIT_MS = 1_500;
/** The minimum time between a failure and the next attempt, in milliseconds. */
export const RETRY_MS = 15_000;

/** Fetches a file; with `fresh`, bypasses the browser's cache. */
export type Get = (address: string, fresh: boolean) => Promise<Uint8Array>;

export class EngineFile {
  readonly #address: string;
  readonly #get: Get;
  readonly #now: () => number;
  #state: 'wanted' | 'coming' | 'here' | 'loaded' = 'wanted';
  #bytes: Uint8Array | null = null;
  #arriving: Promise<void> = Promise.resolve();
  #askedAt = -Infinity;
  #failedAt = -Infinity;
  /** Whether the last copy was damaged; then the browser's cache may contain the damaged one. */
  #damaged = false;

  constructor(address: string, get: Get = fetched, now: () => number = () => performance.now()) {
    this.#address = address;
    this.#get = get;
    this.#now = now;
  }

  /** Fetches the file unless that was done already or has just failed. */
  prefetch(): void {
    if (this.#state !== 'wanted' || this.#now() - this.#failedAt < RETRY_MS) return;
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
   * Passes the bytes to the engine, once; `engine` throws if they are damaged. Waits a limited time
   * for a running fetch; later bytes are passed on at the next question.
   */
  async handTo(engine: (bytes: Uint8Array) => void): Promise<void> {
    this.prefetch();
    if (this.#state === 'coming') await this.#arrivingOrLate();
    if (this.#state !== 'here' || !this.#bytes) return;
    const bytes = this.#bytes;
    this.#bytes = null;
    try {
      engine(bytes);
      this.#state = 'loaded';
    } catch {
      this.#damaged = true;
      this.#fail();
    }
  }

  async #arrivingOrLate(): Promise<void> {
    const left = this.#askedAt + WAIT_MS - this.#now();
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
