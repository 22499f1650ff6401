/**
 * The games of this browser, in IndexedDB: written at every move, so that a closed tab loses nothing. Called by the
 * keeper only. Where the browser keeps nothing (some private windows), games live in memory until the page is closed.
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
