/**
 * What training leaves behind, in this browser and told to nobody: every problem tried, every card and its reviews, the best runs, and
 * the texts of the parts that were fetched. Lists only grow, and what is shown is computed from them: the rating is that of the last rated try.
 * A browser that stores nothing keeps all of it until the page is closed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Strength } from '../rules/model';
import { replayedAll, type Card, type Review } from './repetition';
import type { Solved } from './solving';

/** One problem tried. */
export interface Attempt {
  at_ms: number;
  variant: string;
  problem: string;
  /** Its themes, by their codes. */
  themes: readonly string[];
  solved: Solved;
  took_ms: number;
  /** How strong its solver was afterwards; null where it was not rated. */
  strength: Strength | null;
}

export type RunKind = 'minutes' | 'streak';

/** A run of problems against the clock, or until the first mistake. */
export interface Run {
  at_ms: number;
  kind: RunKind;
  variant: string;
  solved: number;
}

/** All that is kept, as it can be carried to another browser. */
export interface Kept {
  attempts: Attempt[];
  runs: Run[];
  cards: Card[];
  reviews: Review[];
}

interface Schema extends DBSchema {
  attempts: { key: [number, string]; value: Attempt };
  runs: { key: number; value: Run };
  cards: { key: string; value: Card };
  reviews: { key: [number, string]; value: Review };
  texts: { key: string; value: string };
}

const VERSION = 1;

/** `async`, because a browser that refuses all storage throws here instead of rejecting. */
async function opened(name: string): Promise<IDBPDatabase<Schema>> {
  return await openDB<Schema>(name, VERSION, {
    upgrade(database) {
      database.createObjectStore('attempts', { keyPath: ['at_ms', 'problem'] });
      database.createObjectStore('runs', { keyPath: 'at_ms' });
      database.createObjectStore('cards', { keyPath: 'id' });
      database.createObjectStore('reviews', { keyPath: ['at_ms', 'card'] });
      database.createObjectStore('texts');
    },
  });
}

export class TrainingLog {
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  readonly #memory: Kept = { attempts: [], runs: [], cards: [], reviews: [] };
  readonly #texts = new Map<string, string>();

  constructor(name = 'damier-training') {
    this.#database = opened(name).catch(() => null);
  }

  /** Everything, each list from the first to the last. */
  async all(): Promise<Kept> {
    const database = await this.#database;
    if (!database) return structuredClone(this.#memory);
    const [attempts, runs, cards, reviews] = await Promise.all([
      database.getAll('attempts'),
      database.getAll('runs'),
      database.getAll('cards'),
      database.getAll('reviews'),
    ]);
    return { attempts, runs, cards, reviews };
  }

  async addAttempt(attempt: Attempt): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('attempts', attempt);
    else this.#memory.attempts.push(attempt);
  }

  async addRun(run: Run): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('runs', run);
    else this.#memory.runs.push(run);
  }

  /** Adds a card, if there is none with its id yet; returns whether it was added. */
  async addCard(card: Card): Promise<boolean> {
    const database = await this.#database;
    if (!database) {
      if (this.#memory.cards.some(({ id }) => id === card.id)) return false;
      this.#memory.cards.push(card);
      return true;
    }
    const { store, done } = database.transaction('cards', 'readwrite');
    const there = (await store.getKey(card.id)) !== undefined;
    if (!there) await store.put(card);
    await done;
    return !there;
  }

  /** Keeps a review together with the card as it is after it. */
  async addReview(review: Review, card: Card): Promise<void> {
    const database = await this.#database;
    if (!database) {
      this.#memory.reviews.push(review);
      this.#memory.cards = this.#memory.cards.map((it) => (it.id === card.id ? card : it));
      return;
    }
    const transaction = database.transaction(['cards', 'reviews'], 'readwrite');
    await Promise.all([transaction.objectStore('reviews').put(review), transaction.objectStore('cards').put(card), transaction.done]);
  }

  /** Forgets a card; its reviews stay in the log. */
  async removeCard(id: string): Promise<void> {
    const database = await this.#database;
    if (database) await database.delete('cards', id);
    else this.#memory.cards = this.#memory.cards.filter((card) => card.id !== id);
  }

  /** Adds what another browser has kept. What is there stays; a card that both have is counted anew from the reviews of both. */
  async merge(found: Kept): Promise<void> {
    const here = await this.all();
    const reviews = union(here.reviews, found.reviews, (it) => `${it.at_ms} ${it.card}`);
    const cards = replayedAll(union(here.cards, found.cards, (it) => it.id), reviews);
    const attempts = union(here.attempts, found.attempts, (it) => `${it.at_ms} ${it.problem}`);
    const runs = union(here.runs, found.runs, (it) => String(it.at_ms));
    const database = await this.#database;
    if (!database) {
      Object.assign(this.#memory, { attempts, runs, cards, reviews });
      return;
    }
    const transaction = database.transaction(['attempts', 'runs', 'cards', 'reviews'], 'readwrite');
    await Promise.all([
      ...attempts.map((it) => transaction.objectStore('attempts').put(it)),
      ...runs.map((it) => transaction.objectStore('runs').put(it)),
      ...cards.map((it) => transaction.objectStore('cards').put(it)),
      ...reviews.map((it) => transaction.objectStore('reviews').put(it)),
      transaction.done,
    ]);
  }

  async text(name: string): Promise<string | null> {
    const database = await this.#database;
    return (database ? await database.get('texts', name) : this.#texts.get(name)) ?? null;
  }

  /** Keeps the text of a file that was fetched. There may be no room; then it is fetched again. */
  async keepText(name: string, text: string): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('texts', text, name).catch(() => undefined);
    else this.#texts.set(name, text);
  }
}

function union<T>(here: readonly T[], found: readonly T[], key: (it: T) => string): T[] {
  const all = new Map(found.map((it) => [key(it), it]));
  for (const it of here) all.set(key(it), it);
  return [...all.values()];
}
