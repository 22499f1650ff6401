/**
 * Finds the games that contain a position. Each game is replayed once, and a number for each of its
 * positions is cached, so that a second search compares numbers only. A game with an equal one is
 * replayed to confirm the match. The search runs in short slices on the page's main thread.
 */
import type { GameStore } from '../../store/keeper.svelte';
import type { LocalGame } from '../../store/local-game';
import type { Study } from '../../rules/study';

/** The searched position. */
export interface WantedPosition {
  variant: string;
  fen: string;
}

/** The length of a slice in milliseconds. */
const SLICE = 12;
/** The maximum number of cached numbers, at four bytes each. */
const MOST_POSITIONS = 8_000_000;

interface Numbered {
  /** Changes whenever the game changes. */
  stamp: string;
  numbers: Uint32Array;
}

export class PositionSearch {
  readonly #keeper: GameStore;
  readonly #study: Pick<Study, 'positionNumbers' | 'positionNumber' | 'hasPosition'>;
  readonly #numbered = new Map<string, Numbered>();
  #positions = 0;

  constructor(keeper: GameStore, study: Pick<Study, 'positionNumbers' | 'positionNumber' | 'hasPosition'>) {
    this.#keeper = keeper;
    this.#study = study;
  }

  /**
   * The games of this browser that contain the position, which must be valid. `tell` is called with the number of games
   * searched and those found so far.
   */
  async find(
    { variant, fen }: WantedPosition,
    tell: (looked: number, found: ReadonlySet<string>) => void,
    stop: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const number = this.#study.positionNumber(variant, fen);
    let looked = 0;
    let begun = performance.now();
    for await (const games of this.#keeper.local.batches()) {
      for (const game of games) {
        if (stop.aborted) return found;
        if (game.deleted_ms !== null || game.fresh) continue;
        looked += 1;
        if (game.record.variant === variant && this.#numbersOf(game).includes(number) && this.#study.hasPosition(game.record, variant, fen)) found.add(game.id);
        if (performance.now() - begun < SLICE) continue;
        tell(looked, found);
        await new Promise((resolve) => setTimeout(resolve));
        begun = performance.now();
      }
    }
    return found;
  }

  #numbersOf(game: LocalGame): Uint32Array {
    const stamp = `${game.updated_ms} ${game.revision} ${game.tree_revision}`;
    const known = this.#numbered.get(game.id);
    if (known?.stamp === stamp) return known.numbers;
    const numbers = this.#study.positionNumbers(game.record);
    this.#positions += numbers.length - (known?.numbers.length ?? 0);
    this.#numbered.delete(game.id);
    this.#numbered.set(game.id, { stamp, numbers });
    for (const [id, oldest] of this.#numbered) {
      if (this.#positions <= MOST_POSITIONS) break;
      this.#positions -= oldest.numbers.length;
      this.#numbered.delete(id);
    }
    return numbers;
  }
}
