/**
 * The data needed to continue a live game offline, also after a reload: in IndexedDB, by the secret of the seat, the last state from the server, and the
 * commands without an answer. Each command has its own entry, so that two windows at one seat do not overwrite each other's. Without browser storage nothing
 * can be opened after a reload.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GameAct, GameRecord, Outcome, Side } from '../../rules/model';
import type { Event as LiveEvent, State as LiveState, Want } from '../../api/types';
import type { Pending } from './journal';

/** The last state of a game from the server, at a player's seat. */
export interface OfflineSeat {
  secret: string;
  game: string;
  side: Side;
  setup: GameRecord;
  events: LiveEvent[];
  state: LiveState;
  /** The time of that state, by the clock of the device, in Unix milliseconds. */
  told_ms: number;
  /** The offset of the server's clock to the device's, in milliseconds. */
  offset_ms: number;
}

interface OfflineCommand {
  id: string;
  seat: string;
  want: Want;
  act: GameAct | null;
  ending: Outcome | null;
  made_ms: number;
  /** The last known event when it was made. */
  version: number;
}

/** The stored data of a seat: the game, and its commands in order. */
export interface StoredSeatData {
  seat: OfflineSeat;
  commands: Pending[];
}

interface Schema extends DBSchema {
  seats: { key: string; value: OfflineSeat; indexes: { told: number } };
  commands: { key: number; value: OfflineCommand; indexes: { seat: string; id: string } };
}

/** The maximum number of games, as many as seats (`seats.ts`); the oldest are dropped first. */
const MOST_SEATS = 60;
/** The most commands stored for one seat: more than one turn needs. */
const MOST_COMMANDS = 16;

async function opened(name: string): Promise<IDBPDatabase<Schema>> {
  return await openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('seats', { keyPath: 'secret' }).createIndex('told', 'told_ms');
      const commands = database.createObjectStore('commands', { autoIncrement: true });
      commands.createIndex('seat', 'seat');
      commands.createIndex('id', 'id', { unique: true });
    },
  });
}

export class OfflineSeats {
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  /** Writes run in order, so that an older state never overwrites a newer one. */
  #writing: Promise<void> = Promise.resolve();

  constructor(name = 'damier.live') {
    this.#database = opened(name).catch(() => null);
  }

  /** The stored data of a seat; null without any, or if it cannot be read. */
  async read(secret: string): Promise<StoredSeatData | null> {
    await this.#writing;
    const database = await this.#database;
    if (!database) return null;
    try {
      const transaction = database.transaction(['seats', 'commands']);
      const [seat, commands] = await Promise.all([transaction.objectStore('seats').get(secret), transaction.objectStore('commands').index('seat').getAll(secret)]);
      return seat ? { seat, commands: commands.map(pendingOf) } : null;
    } catch (error) {
      console.error(error);
      return null;
    }
  }

  keep(seat: OfflineSeat): Promise<void> {
    return this.#write(async (database) => {
      const transaction = database.transaction(['seats', 'commands'], 'readwrite');
      const seats = transaction.objectStore('seats');
      await seats.put(seat);
      const much = (await seats.count()) - MOST_SEATS;
      const oldest = much > 0 ? await seats.index('told').getAllKeys(null, much) : [];
      for (const secret of oldest) {
        await seats.delete(secret);
        await dropOf(transaction.objectStore('commands'), secret);
      }
      await transaction.done;
    });
  }

  /** Stores a command until it is answered. Resolves once it is on disk. */
  command(seat: string, { id, want, act, ending, made_ms, version }: Pending): Promise<void> {
    return this.#write(async (database) => {
      const transaction = database.transaction('commands', 'readwrite', { durability: 'strict' });
      const known = await transaction.store.index('id').getKey(id);
      const there = known === undefined ? await transaction.store.index('seat').getAll(seat) : [];
      let room = MOST_COMMANDS - there.length;
      // An unanswered command from an earlier state of the game is replaced by the new one.
      const older = room > 0 ? undefined : there.find((it) => it.version < version);
      const gone = older && (await transaction.store.index('id').getKey(older.id));
      if (gone !== undefined) {
        await transaction.store.delete(gone);
        room += 1;
      }
      if (known === undefined && room > 0) await transaction.store.add({ id, seat, want, act, ending, made_ms, version });
      await transaction.done;
    });
  }

  /** Deletes commands that are answered or withdrawn. */
  answered(ids: readonly string[]): Promise<void> {
    return this.#write(async (database) => {
      const transaction = database.transaction('commands', 'readwrite');
      for (const id of ids) {
        const key = await transaction.store.index('id').getKey(id);
        if (key !== undefined) await transaction.store.delete(key);
      }
      await transaction.done;
    });
  }

  forget(secret: string): Promise<void> {
    return this.#write(async (database) => {
      const transaction = database.transaction(['seats', 'commands'], 'readwrite');
      await transaction.objectStore('seats').delete(secret);
      await dropOf(transaction.objectStore('commands'), secret);
      await transaction.done;
    });
  }

  /** Deletes the data of seats that this browser no longer has. */
  async forgetOthers(has: (secret: string) => boolean): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    const secrets = await database.getAllKeys('seats').catch(() => []);
    await Promise.all(secrets.filter((secret) => !has(secret)).map((secret) => this.forget(secret)));
  }

  /** Closes the database; nothing is stored after that. */
  async close(): Promise<void> {
    await this.#writing;
    (await this.#database)?.close();
  }

  /** A failed write (for lack of space, say) loses only its own data: the game goes on. */
  #write(write: (database: IDBPDatabase<Schema>) => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const database = await this.#database;
      if (database) await write(database);
    }).catch((error: unknown) => console.error(error));
    return this.#writing;
  }
}

interface CommandStore {
  index(name: 'seat'): { getAllKeys(seat: string): Promise<number[]> };
  delete(key: number): Promise<void>;
}

async function dropOf(commands: CommandStore, seat: string): Promise<void> {
  for (const key of await commands.index('seat').getAllKeys(seat)) await commands.delete(key);
}

function pendingOf({ id, want, act, ending, made_ms, version }: OfflineCommand): Pending {
  return { id, want, act, ending, made_ms, version, held: false, stored: null };
}
