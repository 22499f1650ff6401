/**
 * Saves a game, one save after another, each based on the revision of the previous one. Once
 * another window has continued the game, nothing is saved any more.
 */
import type { GameStore } from '../store/keeper.svelte';
import type { LocalGame } from '../store/local-game';
import type { GameRecord } from '../rules/model';

export class GameSaver {
  readonly #keeper: GameStore;
  readonly #id: string;
  readonly #stale: (dropped: boolean) => void;
  #revision: number;
  #saving: Promise<void> = Promise.resolve();

  /**
   * `stale` is called when another window has continued the game; `dropped`: changes made here
   * since then are lost.
   */
  constructor(keeper: GameStore, { id, revision }: LocalGame, stale: (dropped: boolean) => void) {
    this.#keeper = keeper;
    this.#id = id;
    this.#revision = revision;
    this.#stale = stale;
  }

  /**
   * Saves the game after an act. `byPerson`: the user made it, so that its loss must be reported.
   */
  save(record: GameRecord, plies: number, byPerson: boolean): void {
    this.#saving = this.#saving.then(async () => {
      const saved = await this.#keeper.save(this.#id, this.#revision, record, plies);
      if (saved === null) this.#stale(byPerson);
      else this.#revision = saved;
    });
  }

  /** Whether another window has saved the game since. */
  async isStale(): Promise<boolean> {
    await this.#saving;
    const stored = await this.#keeper.local.get(this.#id);
    return stored !== undefined && stored !== null && stored.revision !== this.#revision && stored.deleted_ms === null;
  }
}
