/**
 * Copies a live game to the user's library as it is played, for reports, analysis and export. The server's journal is authoritative; the copy is written a
 * moment after the last event, and at once when the game is over.
 */
import type { WatchedGameState } from './live-options';
import type { GameStore } from '../../store/keeper.svelte';
import { nameOf } from '../../session/names';

/** The delay after an event before it is written, in milliseconds: a fast game is not written with each move. */
const PAUSE_MS = 2_500;

export class LiveKeeper {
  readonly #keeper: GameStore;
  #news: WatchedGameState | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(keeper: GameStore) {
    this.#keeper = keeper;
  }

  /** Stores new events. Games that this seat only watches are not stored. */
  keep(news: WatchedGameState): void {
    if (news.role !== 'white' && news.role !== 'black') return;
    this.#news = news;
    if (news.record.ending) {
      this.flush();
      return;
    }
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Writes pending changes now. Resolves once everything is stored. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const news = this.#news;
    this.#news = null;
    if (news && news.plies > 0) this.#writing = this.#writing.then(() => this.#write(news)).catch((error: unknown) => console.error(error));
    return this.#writing;
  }

  async #write({ game, record, plies }: WatchedGameState): Promise<void> {
    const kept = await this.#keeper.local.get(game);
    if (!kept) {
      const { white, black } = record.settings;
      await this.#keeper.add({ id: game, record, plies, title: `${nameOf(white)} – ${nameOf(black)}` });
      return;
    }
    // Another window has the same journal; the longer copy stays. What the user has deleted stays deleted.
    if (kept.deleted_ms !== null || kept.record.acts.length >= record.acts.length) return;
    await this.#keeper.save(game, kept.revision, record, plies);
  }
}
