/**
 * Endgame tables for the engine: who wins when few pieces are left, and in how many plies. They come with the
 * program; they are fetched when a game comes near them, kept by the browser, and done without
 * where they cannot be had. The engine itself checks the bytes (crates/endgame).
 */
import { type Get, EngineFile } from './engine-file';
import type { Question } from './think';

/** The game whose tables come with the program. */
const GAME = 'international';
/** With so many pieces on the board a search meets endings that tables know. */
export const NEAR = 8;
/** Up to so many pieces they know. */
export const KNOWN = 4;
/** The one level that asks them: people have none. */
const STRONGEST = 10;

export class Tables {
  readonly #outcomes: EngineFile;
  readonly #distances: EngineFile;

  /** `home` is the address of the page. */
  constructor(home: string, get?: Get, now?: () => number) {
    const file = (content: string): EngineFile => new EngineFile(new URL(`api/v1/tables/${GAME}/${content}`, home).href, get, now);
    this.#outcomes = file('outcomes');
    this.#distances = file('distances');
  }

  /** What the engine should know for a question: a megabyte near the endings that are known, three more inside. */
  for({ variant, pieces, limits }: Question): EngineFile[] {
    if (variant !== GAME || pieces > NEAR || (limits.level ?? STRONGEST) < STRONGEST) return [];
    return pieces > KNOWN ? [this.#outcomes] : [this.#outcomes, this.#distances];
  }
}
