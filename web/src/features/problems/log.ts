/**
 * The training data, in this browser, and with the account if the user enables that (`progress/`): every problem tried, every card and its reviews, the best runs, and
 * the texts of the parts that were fetched. Lists only grow, and what is shown is computed from them: the rating is that of the last rated try.
 * Several windows write to it. What builds on what is there is therefore made inside the transaction that keeps it, from what is there then.
 * A browser that stores nothing keeps all of it until the page is closed.
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
  /** Its themes, by their codes. */
  themes: readonly string[];
  solved: Solved;
  took_ms: number;
  /** How strong its solver was afterwards; null where it was not rated, or not counted yet since it came from another device. */
  strength: Strength | null;
  /** How hard the problem was, where the try was rated: from it strengths are counted anew. */
  against?: Against;
}

/** How hard a problem is, as Glicko-2 sees it. */
export interface Against {
  rating: number;
  deviation: number;
}

export type RunKind = 'minutes' | 'streak';

/** A run of problems against the clock, or until the first mistake. */
export interface Run {
  /** When it began; two runs never begin at once. */
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
  forgotten: Forgotten[];
}

/** A card as it is stored. One that is forgotten stays, with the moment. */
type StoredCard = Card & { forgotten_ms?: number };

interface Schema extends DBSchema {
  attempts: { key: [number, string]; value: Attempt };
  runs: { key: number; value: Run };
  cards: { key: string; value: StoredCard };
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
  readonly #memory: Kept = nothing();
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
    return { attempts, runs, reviews, ...sorted(cards) };
  }

  /** Keeps a try, made from all those that are there by then: its rating goes on from theirs. */
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

  /** Keeps a run as far as it has come: it replaces what was kept of the run that began at this time. */
  async keepRun(run: Run): Promise<void> {
    const database = await this.#database;
    if (database) await database.put('runs', run);
    else this.#memory.runs = [...this.#memory.runs.filter(({ at_ms }) => at_ms !== run.at_ms), run];
    progressChanged();
  }

  /** Adds a card, if there is none with its id yet; returns whether it was added. */
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
   * Keeps a review together with the card as it is after it, made from the card as it is there by then; returns that card. Where another window
   * has forgotten the card, only the review is kept, and the answer is null.
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

  /** Forgets a card, from this moment on; its reviews stay in the log. */
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

  /** Forgets everything but the texts. */
  async clear(): Promise<void> {
    Object.assign(this.#memory, nothing());
    const database = await this.#database;
    if (!database) return;
    const transaction = database.transaction(['attempts', 'runs', 'cards', 'reviews'], 'readwrite');
    const stores = (['attempts', 'runs', 'cards', 'reviews'] as const).map((name) => transaction.objectStore(name).clear());
    await Promise.all([...stores, transaction.done]);
  }

  /** Adds what another browser has kept. What is there stays; a card that both have is counted anew from the reviews of both. */
  async merge(found: Kept): Promise<void> {
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
}

const nothing = (): Kept => ({ attempts: [], runs: [], cards: [], reviews: [], forgotten: [] });

/** The cards as they are stored: those that there are, in the order in which they were made, and those that are forgotten. */
function sorted(stored: readonly StoredCard[]): Pick<Kept, 'cards' | 'forgotten'> {
  const cards = stored.filter((card) => card.forgotten_ms === undefined).sort((a, b) => a.made_ms - b.made_ms);
  const forgotten = stored.flatMap(({ id, forgotten_ms }) => (forgotten_ms === undefined ? [] : [{ id, at_ms: forgotten_ms }]));
  return { cards, forgotten };
}

/** What is stored of a deleted card. Its subject is not read. */
function forgottenCard(id: string, at_ms: number): StoredCard {
  return { id, subject: { kind: 'exercise', lesson: id, exercise: 0 }, memory: null, made_ms: 0, forgotten_ms: at_ms };
}

/** What two browsers have kept, whichever is named first. Of a card what happened last counts: that it was made, or that it was forgotten. */
export function united(here: Kept, found: Kept): Kept {
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

/** The entries of both; of two with the same key the one that `better` takes. */
function union<T>(here: readonly T[], found: readonly T[], key: (it: T) => string, better: (here: T, found: T) => T): T[] {
  const all = new Map(here.map((it) => [key(it), it]));
  for (const it of found) {
    const there = all.get(key(it));
    all.set(key(it), there === undefined ? it : better(there, it));
  }
  return [...all.values()];
}
