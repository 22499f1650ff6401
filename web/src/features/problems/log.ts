/**
 * The training data in this browser's IndexedDB: tries, cards with their reviews, runs, and cached
 * texts of problem files. `progress/` synchronises it with the account if the user enables that.
 * Lists only grow; what is displayed is computed from them, for example the rating from the last
 * rated try. Several windows may write, so a value that depends on stored data is computed inside
 * the transaction that stores it. If the browser refuses storage, the data is lost when the page is
 * closed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { progressChanged } from '../../store/progress-changes';
import type { Strength } from '../../rules/model';
import { replayedAll, type Card, type Forgotten, type Review } from './repetition';
import type { Solved } from './solving';

export interface Attempt {
  at_ms: number;
  variant: string;
  problem: string;
  /** The codes of its themes. */
  themes: readonly string[];
  solved: Solved;
  took_ms: number;
  /**
   * The user's strength after the try; null if it was unrated, or if it comes from another device
   * and is not computed yet.
   */
  strength: Strength | null;
  /** The rating of the problem in a rated try, from which strengths can be computed again. */
  against?: Against;
}

/** The rating of a problem in Glicko-2. */
export interface Against {
  rating: number;
  deviation: number;
}

export type RunKind = 'minutes' | 'streak';

/** A timed run or a streak. */
export interface Run {
  /** When the run began; its key. */
  at_ms: number;
  kind: RunKind;
  variant: string;
  solved: number;
}

/** All stored data, in the form that other devices and files use. */
export interface StoredTraining {
  attempts: Attempt[];
  runs: Run[];
  cards: Card[];
  reviews: Review[];
  forgotten: Forgotten[];
}

/** The key of the queue of unsent tries. */
export const UNSENT = 'unsent';

/** A stored card. A deleted card stays as a tombstone with the time of its deletion. */
type StoredCard = Card & { forgotten_ms?: number };

interface Schema extends DBSchema {
  attempts: { key: [number, string]; value: Attempt };
  runs: { key: number; value: Run };
  cards: { key: string; value: StoredCard };
  reviews: { key: [number, string]; value: Review };
  texts: { key: string; value: string };
}

const VERSION = 1;

/** `async`, so that a browser that refuses all storage rejects instead of throwing here. */
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
  readonly #memory: StoredTraining = nothing();
  readonly #texts = new Map<string, string>();

  constructor(name = 'damier-training') {
    this.#database = opened(name).catch(() => null);
  }

  /** All data, each list in chronological order. */
  async all(): Promise<StoredTraining> {
    const database = await this.#database;
    if (!database) return structuredClone(this.#memory);
    const [attempts, runs, cards, reviews] = await Promise.all([
      database.getAll('attempts'),
      database.getAll('runs'),
      database.getAll('cards'),
      database.getAll('reviews'),
    ]);
    return { attempts, runs, reviews, ...sorted(cards) };
  }

  /**
   * Stores a try. `make` receives the tries stored so far, since a rating depends on the previous
   * one.
   */
  async addAttempt(make: (there: readonly Attempt[]) => Attempt): Promise<Attempt> {
    const database = await this.#database;
    if (!database) {
      const attempt = make(this.#memory.attempts);
      this.#memory.attempts.push(attempt);
      progressChanged();
      return attempt;
    }
    const { store, done } = database.transaction('attempts', 'readwrite');
    const attempt = make(await store.getAll());
    await Promise.all([store.put(attempt), done]);
    progressChanged();
    return attempt;
  }

  /** Stores a run so far, replacing an earlier state of the same run. */
  async keepRun(run: Run): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('runs', run);
    else this.#memory.runs = [...this.#memory.runs.filter(({ at_ms }) => at_ms !== run.at_ms), run];
    progressChanged();
  }

  /** Adds a card unless one with its id exists; returns whether it was added. */
  async addCard(card: Card): Promise<boolean> {
    const database = await this.#database;
    if (!database) {
      if (this.#memory.cards.some(({ id }) => id === card.id)) return false;
      this.#memory.cards.push(card);
      this.#memory.forgotten = this.#memory.forgotten.filter(({ id }) => id !== card.id);
      progressChanged();
      return true;
    }
    const { store, done } = database.transaction('cards', 'readwrite');
    const stored = await store.get(card.id);
    const there = stored !== undefined && stored.forgotten_ms === undefined;
    if (!there) await store.put(card);
    await done;
    if (!there) progressChanged();
    return !there;
  }

  /**
   * Stores a review and the updated card. `make` receives the card as stored now. Returns the
   * updated card, or null if another window has deleted it: then only the review is stored.
   */
  async addReview(review: Review, make: (there: Card) => Card): Promise<Card | null> {
    const database = await this.#database;
    if (!database) {
      const there = this.#memory.cards.find(({ id }) => id === review.card);
      const card = there ? make(there) : null;
      this.#memory.reviews.push(review);
      this.#memory.cards = this.#memory.cards.map((it) => (card && it.id === card.id ? card : it));
      progressChanged();
      return card;
    }
    const transaction = database.transaction(['cards', 'reviews'], 'readwrite');
    const cards = transaction.objectStore('cards');
    const there = await cards.get(review.card);
    const card = there && there.forgotten_ms === undefined ? make(there) : null;
    await Promise.all([transaction.objectStore('reviews').put(review), card && cards.put(card), transaction.done]);
    progressChanged();
    return card;
  }

  /** Deletes a card. Its reviews stay in the log. */
  async removeCard(id: string, now_ms: number): Promise<void> {
    const database = await this.#database;
    if (!database) {
      const [card] = this.#memory.cards.filter((it) => it.id === id);
      if (card) this.#memory.forgotten.push({ id, at_ms: now_ms });
      this.#memory.cards = this.#memory.cards.filter((it) => it !== card);
    } else {
      const { store, done } = database.transaction('cards', 'readwrite');
      if ((await store.getKey(id)) !== undefined) await store.put(forgottenCard(id, now_ms));
      await done;
    }
    progressChanged();
  }

  /** Deletes everything except the cached texts of files. */
  async clear(): Promise<void> {
    Object.assign(this.#memory, nothing());
    this.#texts.delete(UNSENT);
    const database = await this.#database;
    if (!database) return;
    const transaction = database.transaction(['attempts', 'runs', 'cards', 'reviews', 'texts'], 'readwrite');
    const stores = (['attempts', 'runs', 'cards', 'reviews'] as const).map((name) => transaction.objectStore(name).clear());
    await Promise.all([...stores, transaction.objectStore('texts').delete(UNSENT), transaction.done]);
  }

  /**
   * Merges the data of another browser. A card that both have is computed again from the reviews of
   * both.
   */
  async merge(found: StoredTraining): Promise<void> {
    const database = await this.#database;
    if (!database) {
      Object.assign(this.#memory, united(this.#memory, found));
      progressChanged();
      return;
    }
    const transaction = database.transaction(['attempts', 'runs', 'cards', 'reviews'], 'readwrite');
    const stores = {
      attempts: transaction.objectStore('attempts'),
      runs: transaction.objectStore('runs'),
      cards: transaction.objectStore('cards'),
      reviews: transaction.objectStore('reviews'),
    };
    const [attempts, runs, cards, reviews] = await Promise.all([
      stores.attempts.getAll(),
      stores.runs.getAll(),
      stores.cards.getAll(),
      stores.reviews.getAll(),
    ]);
    const all = united({ attempts, runs, reviews, ...sorted(cards) }, found);
    await Promise.all([
      ...all.attempts.map((it) => stores.attempts.put(it)),
      ...all.runs.map((it) => stores.runs.put(it)),
      ...all.cards.map((it) => stores.cards.put(it)),
      ...all.reviews.map((it) => stores.reviews.put(it)),
      ...all.forgotten.map(({ id, at_ms }) => stores.cards.put(forgottenCard(id, at_ms))),
      transaction.done,
    ]);
    progressChanged();
  }

  /** Replaces the computed strengths. They are not synced: other devices compute their own. */
  async putStrengths(recounted: readonly Attempt[]): Promise<void> {
    const database = await this.#database;
    if (!database) {
      const byKey = new Map(recounted.map((it) => [keyOf(it), it]));
      this.#memory.attempts = this.#memory.attempts.map((it) => byKey.get(keyOf(it)) ?? it);
      return;
    }
    const { store, done } = database.transaction('attempts', 'readwrite');
    await Promise.all([...recounted.map((it) => store.put(it)), done]);
  }

  async text(name: string): Promise<string | null> {
    const database = await this.#database;
    return (database ? await database.get('texts', name) : this.#texts.get(name)) ?? null;
  }

  /** Caches the text of a fetched file. Without space it is fetched again. */
  async keepText(name: string, text: string): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('texts', text, name).catch(() => undefined);
    else this.#texts.set(name, text);
  }

  /** Changes a text. `make` receives it as stored now, null if there is none. */
  async changeText(name: string, make: (there: string | null) => string): Promise<void> {
    const database = await this.#database;
    if (!database) {
      this.#texts.set(name, make(this.#texts.get(name) ?? null));
      return;
    }
    const { store, done } = database.transaction('texts', 'readwrite');
    await Promise.all([store.put(make((await store.get(name)) ?? null), name), done]);
  }
}

const nothing = (): StoredTraining => ({ attempts: [], runs: [], cards: [], reviews: [], forgotten: [] });

/** The stored cards in the order of their creation, and the deleted ones. */
function sorted(stored: readonly StoredCard[]): Pick<StoredTraining, 'cards' | 'forgotten'> {
  const cards = stored.filter((card) => card.forgotten_ms === undefined).sort((a, b) => a.made_ms - b.made_ms);
  const forgotten = stored.flatMap(({ id, forgotten_ms }) => (forgotten_ms === undefined ? [] : [{ id, at_ms: forgotten_ms }]));
  return { cards, forgotten };
}

/** A tombstone as stored. Its subject is not read. */
function forgottenCard(id: string, at_ms: number): StoredCard {
  return { id, subject: { kind: 'exercise', lesson: id, exercise: 0 }, memory: null, made_ms: 0, forgotten_ms: at_ms };
}

/**
 * Merges the data of two browsers; the order does not matter. For each card the later of creation
 * and deletion wins.
 */
export function united(here: StoredTraining, found: StoredTraining): StoredTraining {
  const reviews = union(here.reviews, found.reviews, (it) => `${it.at_ms} ${it.card}`, (a) => a);
  const made = union(here.cards, found.cards, (it) => it.id, (a, b) => (a.made_ms >= b.made_ms ? a : b));
  const gone = union(here.forgotten, found.forgotten, (it) => it.id, (a, b) => (a.at_ms >= b.at_ms ? a : b));
  const goneAt = new Map(gone.map(({ id, at_ms }) => [id, at_ms]));
  const cards = made.filter(({ id, made_ms }) => made_ms > (goneAt.get(id) ?? -1));
  const there = new Set(cards.map(({ id }) => id));
  return {
    attempts: union(here.attempts, found.attempts, keyOf, (a, b) => (a.strength ? a : b)),
    runs: union(here.runs, found.runs, (it) => String(it.at_ms), (a, b) => (a.solved >= b.solved ? a : b)),
    cards: replayedAll(cards, reviews),
    reviews,
    forgotten: gone.filter(({ id }) => !there.has(id)),
  };
}

const keyOf = ({ at_ms, problem }: Attempt): string => `${at_ms} ${problem}`;

/** Merges two lists; of two entries with the same key `better` chooses one. */
function union<T>(here: readonly T[], found: readonly T[], key: (it: T) => string, better: (here: T, found: T) => T): T[] {
  const all = new Map(here.map((it) => [key(it), it]));
  for (const it of found) {
    const there = all.get(key(it));
    all.set(key(it), there === undefined ? it : better(there, it));
  }
  return [...all.values()];
}
