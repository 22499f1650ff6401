/**
 * When an analysis is written down: at the first change at once, then at most once in a short while, and before the page
 * is left. Called by the analysis page; what is written, and where, is given to it.
 */

/** Least milliseconds between two writings, so that typing a comment does not write a whole tree for each letter. */
export const PAUSE = 250;
/** The pause is at least so many times as long as making the text took. */
const SHARE = 10;
/** Most milliseconds between two writings. */
const LONGEST_PAUSE = 60_000;

export class TreeSaver {
  readonly #write: () => Promise<void>;
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting = false;
  /** Writings that have begun and not ended. */
  #underWay = 0;
  /** Writings that failed, one after another. */
  #failures = 0;
  /** A tree of many thousands of moves takes a while to be written: then it is written less often. */
  #pause = PAUSE;

  /** `write` stores the tree as it stands when it is called. One writing begins after the one before has ended. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Something has changed. */
  changed(): void {
    this.#waiting = true;
    if (this.#timer === null) this.flush();
  }

  /** Writes what is not written yet. */
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

  /** Whether everything is written, or being written. */
  get idle(): boolean {
    return !this.#waiting;
  }

  /** Whether everything is written to its end. */
  get written(): boolean {
    return this.idle && this.#underWay === 0;
  }

  /** Resolves when everything is written, or could not be: `written` tells. */
  async settled(): Promise<void> {
    this.flush();
    await this.#writing;
  }
}
