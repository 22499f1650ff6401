/**
 * Finds identical stored games, so that importing a file twice does not duplicate its games. Stores
 * a hash of each game's text; texts with equal hashes are compared.
 */
import type { LocalGame } from './local-game';
import type { LocalLibrary } from './local-library';

/** The text of a stored game, with everything that is stored of it. */
export type TextOf = (game: LocalGame) => string;

export class DuplicateDetector {
  readonly #library: LocalLibrary;
  readonly #textOf: TextOf;
  readonly #known = new Map<number, string | string[]>();
  /** Texts of games that are not yet in the library. */
  readonly #waiting = new Map<string, string>();

  constructor(library: LocalLibrary, textOf: TextOf) {
    this.#library = library;
    this.#textOf = textOf;
  }

  /** Reads the whole library, unless `stopped` returns true. */
  async look(stopped: () => boolean): Promise<void> {
    for await (const games of this.#library.batches()) {
      if (stopped()) return;
      for (const game of games) {
        if (game.deleted_ms === null && !game.fresh) this.#remember(game.id, textOrNothing(this.#textOf, game));
      }
    }
  }

  /** The id of a stored game with this text; null if there is none. */
  async find(text: string): Promise<string | null> {
    for (const id of [this.#known.get(numberOf(text)) ?? []].flat()) {
      const waiting = this.#waiting.get(id);
      if (waiting === text) return id;
      if (waiting !== undefined) continue;
      const game = await this.#library.get(id);
      if (game?.deleted_ms === null && textOrNothing(this.#textOf, game) === text) return id;
    }
    return null;
  }

  add(id: string, text: string): void {
    this.#remember(id, text);
    this.#waiting.set(id, text);
  }

  /** Called when the pending games have been stored in the library. */
  kept(): void {
    this.#waiting.clear();
  }

  #remember(id: string, text: string): void {
    const number = numberOf(text);
    const known = this.#known.get(number);
    this.#known.set(number, known === undefined ? id : [known, id].flat());
  }
}

/** An unreadable stored game equals no other game. */
function textOrNothing(textOf: TextOf, game: LocalGame): string {
  try {
    return textOf(game);
  } catch {
    return '';
  }
}

/** A hash of 52 bits for a text: FNV-1a in two halves. */
function numberOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (low >>> 0) + (high >>> 12) * 2 ** 32;
}
