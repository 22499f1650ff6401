/**
 * The games of this browser, in IndexedDB: written at every move, so that a closed tab loses nothing. Called by the
 * keeper, and by the worker of an import. Where the browser keeps nothing (some private windows), games live in memory until the page is closed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { inTodaysShape, type LocalGame, type StoredGame } from './kept';

interface Schema extends DBSchema {
  games: { key: string; value: StoredGame; indexes: { updated: number } };
}

/**
 * The version of the database. It stays the same as long as games only gain fields: those are filled in when a game is
 * read (`inTodaysShape`), and an upgrade would have to wait for every window that is still open with an older page.
 */
const VERSION = 1;

/** Games that are read at a time. */
const BATCH = 100;

/** Behind every identity of a game. */
const LAST = '\uffff';

/** `async`, since a browser that refuses all storage throws here and rejects nothing. */
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
    const stored = database ? await database.get('games', id) : this.#memory.get(id);
    return stored ? inTodaysShape(stored) : null;
  }

  /** All games, those in the bin too, the last touched first. */
  async all(): Promise<LocalGame[]> {
    const database = await this.#database;
    const games = database ? await database.getAllFromIndex('games', 'updated') : [...this.#memory.values()];
    return games.map(inTodaysShape).sort((a, b) => b.updated_ms - a.updated_ms);
  }

  /** The games touched last, those in the bin too: at most so many, the latest first. */
  async latest(most: number): Promise<LocalGame[]> {
    const database = await this.#database;
    if (!database) return (await this.all()).slice(0, most);
    const games: LocalGame[] = [];
    let cursor = await database.transaction('games').store.index('updated').openCursor(null, 'prev');
    while (cursor && games.length < most) {
      games.push(inTodaysShape(cursor.value));
      cursor = await cursor.continue();
    }
    return games;
  }

  /** All games some at a time, in the order of their identities, so that a large library is never held whole. */
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
      if (games.length > 0) yield games.map(inTodaysShape);
      const last = games.at(-1)?.id;
      if (games.length < most || last === undefined || last >= to) return;
      range = IDBKeyRange.bound(last, to, true);
    }
  }

  /** Stores new games in one step: all of them, or none where there is no room for all. */
  async addMany(games: readonly LocalGame[]): Promise<void> {
    await this.changeMany(games.map(({ id }) => id), (_stored, at) => games[at] ?? null);
  }

  /** Changes several games in one step, each as `change` does; `at` is its place among the identities. */
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
        const next = change(stored ? inTodaysShape(stored) : null, at);
        if (next === 'forget') return transaction.store.delete(id);
        return next ? transaction.store.put(next) : null;
      });
      await Promise.all([...changed, transaction.done]);
    } catch (error) {
      await transaction.done.catch(() => undefined); // the transaction fails with the change: said once is enough
      throw error;
    }
  }

  /**
   * Changes one game in one step: `change` gets what is stored (null: nothing) and returns what is to be stored, null to
   * leave it alone, or 'forget' to remove it. Returns what is stored afterwards.
   */
  async change(
    id: string,
    change: (stored: LocalGame | null) => LocalGame | null | 'forget',
  ): Promise<LocalGame | null> {
    const database = await this.#database;
    if (!database) {
      const stored = this.#memory.get(id) ?? null;
      const next = change(stored);
      if (next === 'forget') this.#memory.delete(id);
      else if (next) this.#memory.set(id, next);
      return this.#memory.get(id) ?? null;
    }
    const transaction = database.transaction('games', 'readwrite', { durability: 'strict' });
    const found = await transaction.store.get(id);
    const stored = found ? inTodaysShape(found) : null;
    const next = change(stored);
    if (next === 'forget') await transaction.store.delete(id);
    else if (next) await transaction.store.put(next);
    await transaction.done;
    return next === 'forget' ? null : (next ?? stored);
  }
}
