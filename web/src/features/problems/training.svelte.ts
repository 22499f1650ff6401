/**
 * The training in this browser, one instance per page: the log, the problems of the chosen game,
 * and the coach. Pages read from it and report tries to it. Changes by other windows are read
 * again.
 */
import { language } from '../../messages/messages.svelte';
import { openCoach, type Coach } from '../../rules/coach';
import type { Strength } from '../../rules/model';
import { Collection } from './collection';
import { readBack, written, type Fault } from './exchange';
import { TrainingLog, type Attempt, type Run, type RunKind, type StoredTraining } from './log';
import { positionOf } from './mistakes';
import { ProblemServer } from './problem-server';
import { hintsOf, themesOf, type Problem } from './problem';
import { cardId, cardsDueToday, dayNumber, gradeOf, newCard, reviewed, type Card, type Subject } from './repetition';
import { Rerating, type RatingServer } from './rerating';
import { againstOf, levelOf, recounted, resultOf, seenIn, solverOf, strengthNow } from './results';
import type { Solved } from './solving';

const NOTHING: StoredTraining = { attempts: [], runs: [], cards: [], reviews: [], forgotten: [] };

export class Training {
  readonly #log: TrainingLog;
  readonly #server: RatingServer;
  readonly #rerating: Rerating;
  readonly #collections = new Map<string, Collection>();
  #kept = $state.raw<StoredTraining>(NOTHING);
  #coach = $state.raw<Coach | null>(null);
  readonly #opening: Promise<void>;
  readonly #windows: BroadcastChannel | null;
  /** Reads of the log, numbered as they begin: a read is ignored if a later one has begun. */
  #begun = 0;
  #read = 0;

  /** `windows` connects the windows that use this log, if the browser supports channels. */
  constructor(log = new TrainingLog(), windows: BroadcastChannel | null = null, server: RatingServer = new ProblemServer()) {
    this.#log = log;
    this.#server = server;
    this.#rerating = new Rerating(log, server);
    globalThis.addEventListener?.('online', () => void this.#rerating.send());
    this.#windows = windows;
    windows?.addEventListener('message', () => void this.#reload());
    this.#opening = this.#reload();
  }

  /** All stored data. Empty until it has been read. */
  get kept(): StoredTraining {
    return this.#kept;
  }

  get coach(): Coach | null {
    return this.#coach;
  }

  /** Resolves when the stored data has been read. */
  opened(): Promise<void> {
    return this.#opening;
  }

  /** Loads the coach. Without it there are no names of shots and no ratings. */
  async callCoach(): Promise<Coach | null> {
    if (!this.#coach) {
      this.#coach = await openCoach().catch(() => null);
      if (this.#coach) await this.#opening.then(() => this.#recount());
    }
    return this.#coach;
  }

  /** The problems of a game with their index. Throws if they cannot be loaded. */
  async collection(variant: string): Promise<Collection> {
    const collection = this.#collections.get(variant) ?? new Collection(variant, this.#server.fetchText, this.#log);
    if (!collection.index) {
      await collection.open();
      collection.rate(await this.#rerating.cachedRatings(variant));
      void this.#rerate(collection);
    }
    this.#collections.set(variant, collection);
    return collection;
  }

  /**
   * Fetches the ratings by results without delaying what is displayed, and sends what was not sent.
   */
  async #rerate(collection: Collection): Promise<void> {
    const ratings = await this.#rerating.fetchRatings(collection.variant);
    if (ratings) collection.rate(ratings);
    await this.#rerating.send();
  }

  level(variant: string): number {
    return levelOf(this.#kept.attempts, variant);
  }

  /** The user's strength in a game; null before the first rated try, and without the coach. */
  strength(variant: string, now_ms: number): Strength | null {
    const { strength, rested } = strengthNow(this.#kept.attempts, variant, now_ms);
    return strength && rested > 0 && this.#coach ? this.#coach.strengthAfter(strength, rested, []) : strength;
  }

  get seen(): Map<string, number> {
    return seenIn(this.#kept.attempts);
  }

  /**
   * Stores a try and schedules a review of its first theme, and of a failed problem itself, without
   * waiting for the coach: until it is loaded, a rated try is stored without a strength.
   */
  async tried(problem: Problem, solved: Solved, took_ms: number, rated: boolean): Promise<Attempt> {
    const now_ms = Date.now();
    await this.#opening;
    const coach = rated ? this.#coach : null;
    const attempt = await this.#log.addAttempt((there) => {
      const at_ms = Date.now();
      const { strength, rested } = strengthNow(there, problem.variant, at_ms);
      return {
        at_ms,
        variant: problem.variant,
        problem: problem.id,
        themes: themesOf(problem),
        solved,
        took_ms,
        strength: coach?.strengthAfter(strength, rested, [resultOf(againstOf(problem), solved)]) ?? null,
        ...(rated ? { against: againstOf(problem) } : {}),
      };
    });
    await this.#changed();
    const { variant } = problem;
    const [theme] = hintsOf(problem);
    if (theme !== undefined) await this.#keepUnlessForgotten({ kind: 'theme', variant, theme }, now_ms);
    if (solved === 'failed') await this.#keepUnlessForgotten(positionOf(problem), now_ms);
    const done = rated && attempt.strength === null ? await this.#rated(attempt) : attempt;
    void this.#share(done);
    return done;
  }

  /** Passes a rated try on to the server, if it is the first one of its problem. */
  async #share(attempt: Attempt): Promise<void> {
    const coach = this.#coach;
    if (!coach || attempt.strength === null) return;
    const solver = solverOf(this.#kept.attempts, attempt, (before, rested, results) => coach.strengthAfter(before, rested, results));
    if (solver) await this.#rerating.queueTry(attempt, solver);
  }

  /** A rated try with its strength, or without one if the coach cannot be loaded. */
  async #rated(attempt: Attempt): Promise<Attempt> {
    await this.callCoach();
    await this.#recount(); // the coach may have been loaded while the try was stored
    return this.#kept.attempts.find(({ at_ms, problem }) => at_ms === attempt.at_ms && problem === attempt.problem) ?? attempt;
  }

  /** Schedules a review, unless the user has excluded it. */
  async #keepUnlessForgotten(subject: Subject, now_ms: number): Promise<void> {
    const id = cardId(subject);
    if (!this.#kept.forgotten.some((it) => it.id === id)) await this.keep(subject, now_ms);
  }

  /** Stores a run so far; one that is left early counts. */
  async ran(kind: RunKind, variant: string, solved: number, began_ms: number): Promise<void> {
    await this.#opening;
    const run: Run = { at_ms: began_ms, kind, variant, solved };
    await this.#log.keepRun(run);
    await this.#changed();
  }

  /** Adds a card to the reviews; returns whether it is new. */
  async keep(subject: Subject, now_ms = Date.now()): Promise<boolean> {
    await this.#opening;
    const added = await this.#log.addCard(newCard(subject, now_ms));
    if (added) await this.#changed();
    return added;
  }

  has(id: string): boolean {
    return this.#kept.cards.some((card) => card.id === id);
  }

  async forget(id: string): Promise<void> {
    this.#kept = { ...this.#kept, cards: this.#kept.cards.filter((card) => card.id !== id) };
    await this.#log.removeCard(id, Date.now());
    await this.#changed();
  }

  /** Today's reviews, and how many of them are done. */
  today(dose: number, now_ms: number): { cards: Card[]; done: number } {
    const today = dayNumber(now_ms);
    const done = new Set(this.#kept.reviews.filter(({ day }) => day === today).map(({ card }) => card));
    return { cards: cardsDueToday(this.#kept.cards, done, dose, today), done: done.size };
  }

  /** Stores the grade of a review. */
  async review(card: Card, solved: Solved, took_ms: number): Promise<Card> {
    const at_ms = Date.now();
    const day = dayNumber(at_ms);
    const grade = gradeOf(solved, took_ms);
    const after = await this.#log.addReview({ at_ms, day, card: card.id, grade, took_ms }, (there) => reviewed(there, grade, day));
    await this.#changed();
    return after ?? reviewed(card, grade, day);
  }

  /** The exercises of the course that should be repeated today. */
  async dueExercises(now_ms: number): Promise<{ lesson: string; exercise: number }[]> {
    await this.#opening;
    const today = dayNumber(now_ms);
    const due = ({ memory }: Card): number => memory?.due ?? today;
    const cards = this.#kept.cards.filter((card) => due(card) <= today).sort((a, b) => due(a) - due(b));
    return cards.flatMap(({ subject }) => (subject.kind === 'exercise' ? [subject] : []));
  }

  /** Stores how an exercise of the course went: as a review if it has a card; otherwise one that needed help gets a card. */
  async practised(subject: Subject, solved: Solved, took_ms: number): Promise<void> {
    await this.#opening;
    const card = this.#kept.cards.find(({ id }) => id === cardId(subject));
    if (card) await this.review(card, solved, took_ms);
    else if (solved !== 'clean') await this.keep(subject);
  }

  async file(): Promise<string> {
    return written(await this.#log.all());
  }

  /**
   * Imports a file. Returns its invalid entries, which were skipped, or null if it is not a
   * training file.
   */
  async addFile(text: string): Promise<readonly Fault[] | null> {
    const found = readBack(text);
    if (!found) return null;
    await this.#log.merge(found.kept);
    await this.#changed();
    return found.faults;
  }

  /** The name of a family or of a shot; its code until the coach is loaded. */
  themeName(code: string): string {
    return this.#words.get(code) ?? code;
  }

  readonly #words = $derived(this.#coach?.shotWords(language()) ?? new Map<string, string>());

  /** Called after each write: updates this window and the others. */
  async #changed(): Promise<void> {
    this.#windows?.postMessage(null);
    await this.#reload();
  }

  /**
   * Recomputes strengths that are missing or outdated by tries of another device, once the coach is
   * loaded.
   */
  async #recount(): Promise<void> {
    const coach = this.#coach;
    if (!coach) return;
    const changed = recounted(this.#kept.attempts, (before, rested, results) => coach.strengthAfter(before, rested, results));
    if (changed.length === 0) return;
    await this.#log.putStrengths(changed);
    await this.#changed();
  }

  async #reload(): Promise<void> {
    const number = (this.#begun += 1);
    const kept = await this.#log.all();
    if (number < this.#read) return; // a later read has been displayed already
    this.#read = number;
    this.#kept = kept;
    await this.#recount();
  }
}

export const training = new Training(new TrainingLog(), 'BroadcastChannel' in globalThis ? new BroadcastChannel('damier-training') : null);
