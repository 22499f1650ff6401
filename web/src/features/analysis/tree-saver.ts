/**
 * Schedules the saving of an analysis: at the first change at once, then at most once per interval,
 * and before the user leaves the page.
 */

/**
 * The minimum time between two writes in milliseconds, so that typing a comment does not write the
 * whole tree for each letter.
 */
export const PAUSE = 250;
/** The interval is at least this many times the duration of a write. */
const SHARE = 10;
/** The maximum time between two writes, in milliseconds. */
const LONGEST_PAUSE = 60_000;

export class TreeSaver {
  readonly #write: () => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting = false;
  /** Writes in progress. */
  #underWay = 0;
  /** How many writes have failed in a row. */
  #failures = 0;
  /** The interval grows with the duration of a write: a tree may have many thousands of moves. */
  #pause = PAUSE;

  /** `write` stores the current tree. Writes do not overlap. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  changed(): void {
    this.#waiting = true;
    if (this.#timer === null) this.flush();
  }

  flush(): void {
    if (!this.#waiting) return;
    this.#waiting = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.flush();
    }, Math.min(this.#pause * 2 ** this.#failures, LONGEST_PAUSE));
    this.#underWay += 1;
    this.#writing = this.#writing
      .then(() => this.#writeOnce())
      .catch((error: unknown) => {
        console.error(error);
        this.#waiting = true; // retried with exponential backoff
        this.#failures += 1;
      })
      .finally(() => (this.#underWay -= 1));
  }

  async #writeOnce(): Promise<void> {
    const begun = performance.now();
    const stored = this.#write();
    this.#pause = Math.max(PAUSE, SHARE * (performance.now() - begun));
    await stored;
    this.#failures = 0;
  }

  /** Whether everything has been written or is being written. */
  get idle(): boolean {
    return !this.#waiting;
  }

  /** Whether everything has been written. */
  get written(): boolean {
    return this.idle && this.#underWay === 0;
  }

  /** Resolves when everything has been written or a write has failed; `written` tells which. */
  async settled(): Promise<void> {
    this.flush();
    await this.#writing;
  }
}
