/**
 * Endgame tables for the engine: who wins when few pieces are left, and in how many plies. They come with the program. They
 * are fetched when a game comes near them, and the browser caches them. If they are not available, the engine plays without
 * them. The engine itself checks the bytes (crates/endgame).
 */
import { type Get, EngineFile } from './engine-file';
import type { Question } from './think';

/** The game whose tables come with the program. */
const GAME = 'international';
/** With this many pieces or fewer, a search reaches positions that are in the tables. */
export const NEAR = 8;
/** The most pieces in a position of the tables. */
export const KNOWN = 4;
/** The only level that uses them. An analysis has no level and uses them too. */
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

  /** The tables that the engine needs for a question: one megabyte near their positions, and three more within them. */
  for({ variant, pieces, limits }: Question): EngineFile[] {
    if (variant !== GAME || pieces > NEAR || (limits.level ?? STRONGEST) < STRONGEST) return [];
    return pieces > KNOWN ? [this.#outcomes] : [this.#outcomes, this.#distances];
  }
}
