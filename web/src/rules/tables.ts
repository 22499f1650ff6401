/**
 * Endgame tables for the engine: the result of positions with few pieces, and the number of plies.
 * They are shipped with the page, fetched when a game comes near them, and cached by the browser.
 * Without them the engine works too. The engine validates the bytes (crates/endgame).
 */
import { type Get, EngineFile } from './engine-file';
import type { Question } from './think';

/** The game that has tables. */
const GAME = 'international';
/** From this number of pieces on down, a search reaches positions in the tables. */
export const FETCH_TABLES_AT_PIECES = 8;
/** The maximum number of pieces in the tables. */
export const KNOWN = 4;
/** The only level that uses the tables. An analysis, which has no level, uses them too. */
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

  /** The tables for a question: one megabyte near their positions, and three more within them. */
  for({ variant, pieces, limits }: Question): EngineFile[] {
    if (variant !== GAME || pieces > FETCH_TABLES_AT_PIECES || (limits.level ?? STRONGEST) < STRONGEST) return [];
    return pieces > KNOWN ? [this.#outcomes] : [this.#outcomes, this.#distances];
  }
}
