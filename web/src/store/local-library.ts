/**
 * The games of this browser, in IndexedDB. They are written at every move, so that a closed tab
 * loses nothing. If the browser refuses storage (as in some private windows), they stay in memory
 * until the page is closed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { LocalGame } from './local-game';

interface Schema extends DBSchema {
  games: { key: string; value: LocalGame; indexes: { updated: number } };
}

const VERSION = 1;

/** How many games are read at a time. */
const BATCH = 100;

/** A key that sorts after every id of a game. */
const LAST = '\uffff';

/** `async`, so that a browser that refuses all storage rejects instead of throwing here. */
async function opened(name: string): Promise<IDBPDatabase<Schema>> {
  return await openDB<Schema>(name, VERSION, {
    upgrade(database) {
      database.createObjectStore('games', { keyPath: 'id' }).createIndex('updated', 'updated_ms');
    },
  });
}

export class LocalLibrary {
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  readonly #memory = new Map<string, LocalGame>();

  constructor(name = 'damier') {
    this.#database = opened(name).catch(() => null);
  }

  /** Whether games outlive the page. */
  async lasting(): Promise<boolean> {
    return (await this.#database) !== null;
  }

  async get(id: string): Promise<LocalGame | null> {
    const database = await this.#database;
    return (database ? await database.get('games', id) : this.#memory.get(id)) ?? null;
  }

  /** All games, including those in the bin, the last changed first. */
  async all(): Promise<LocalGame[]> {
    const database = await this.#database;
    const games = database ? await database.getAllFromIndex('games', 'updated') : [...this.#memory.values()];
    return games.sort((a, b) => b.updated_ms - a.updated_ms);
  }

  /** Up to this many games, including those in the bin, the last changed first. */
  async latest(most: number): Promise<LocalGame[]> {
    const database = await this.#database;
    if (!database) return (await this.all()).slice(0, most);
    const games: LocalGame[] = [];
    let cursor = await database.transaction('games').store.index('updated').openCursor(null, 'prev');
    while (cursor && games.length < most) {
      games.push(cursor.value);
      cursor = await cursor.continue();
    }
    return games;
  }

  /**
   * All games in batches, in the order of their ids, so that a large library is never in memory as
   * a whole.
   */
  async *batches(most = BATCH, from = '', to = LAST): AsyncGenerator<LocalGame[]> {
    const database = await this.#database;
    if (!database) {
      const games = [...this.#memory.values()].filter(({ id }) => id >= from && id <= to);
      for (let at = 0; at < games.length; at += most) yield games.slice(at, at + most);
      return;
    }
    let range = IDBKeyRange.bound(from, to);
    for (;;) {
      const games = await database.getAll('games', range, most);
      if (games.length > 0) yield games;
      const last = games.at(-1)?.id;
      if (games.length < most || last === undefined || last >= to) return;
      range = IDBKeyRange.bound(last, to, true);
    }
  }

  /** Stores new games in one transaction: all of them, or none if the storage is full. */
  async addMany(games: readonly LocalGame[]): Promise<void> {
    await this.changeMany(games.map(({ id }) => id), (_stored, at) => games[at] ?? null);
  }

  /**
   * Changes several games in one transaction, as `change` does with each; `at` is its index among
   * the ids.
   */
  async changeMany(
    ids: readonly string[],
    change: (stored: LocalGame | null, at: number) => LocalGame | null | 'forget',
  ): Promise<void> {
    const database = await this.#database;
    if (!database) {
      ids.forEach((id, at) => {
        const next = change(this.#memory.get(id) ?? null, at);
        if (next === 'forget') this.#memory.delete(id);
        else if (next) this.#memory.set(id, next);
      });
      return;
    }
    const transaction = database.transaction('games', 'readwrite', { durability: 'strict' });
    try {
      const found = await Promise.all(ids.map((id) => transaction.store.get(id)));
      const changed = found.map((stored, at) => {
        const id = ids[at] ?? '';
        const next = change(stored ?? null, at);
        if (next === 'forget') return transaction.store.delete(id);
        return next ? transaction.store.put(next) : null;
      });
      await Promise.all([...changed, transaction.done]);
    } catch (error) {
      await transaction.done.catch(() => undefined); // the transaction fails with the same error
      throw error;
    }
  }

  /**
   * Changes one game in one transaction. `change` gets the stored game (null if there is none) and
   * returns what to store, null to change nothing, or 'forget' to remove it. Returns what is stored
   * afterwards.
   */
  async change(
    id: string,
    change: (stored: LocalGame | null) => LocalGame | null | 'forget',
  ): Promise<LocalGame | null> {
    let after: LocalGame | null = null;
    await this.changeMany([id], (stored) => {
      const next = change(stored);
      after = next === 'forget' ? null : (next ?? stored);
      return next;
    });
    return after;
  }
}
