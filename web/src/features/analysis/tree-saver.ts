/** Decides when an analysis is saved: immediately at the first change, then at most once in a short interval, and before the page is left. */

/** The least time between two writes in milliseconds, so that typing a comment does not write the whole tree for each letter. */
export const PAUSE = 250;
/** The pause is at least this many times as long as it took to make the text. */
const SHARE = 10;
/** The most time between two writes, in milliseconds. */
const LONGEST_PAUSE = 60_000;

export class TreeSaver {
  readonly #write: () => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting = false;
  /** Writes that have begun and not ended. */
  #underWay = 0;
  /** How many writes in a row have failed. */
  #failures = 0;
  /** Writing a tree of many thousands of moves takes a while, so it is written less often. */
  #pause = PAUSE;

  /** `write` stores the tree as it is at the time of the call. A write begins only after the one before has ended. */
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
        this.#waiting = true; // tried again, each time after a longer pause
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

  /** Whether everything has been written completely. */
  get written(): boolean {
    return this.idle && this.#underWay === 0;
  }

  /** Resolves when everything has been written or a write has failed; `written` tells which. */
  async settled(): Promise<void> {
    this.flush();
    await this.#writing;
  }
}
