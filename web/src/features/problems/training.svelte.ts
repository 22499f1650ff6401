/**
 * The training of this browser: its log, the problems of the chosen game, the coach, and what is done with them. It exists once, as long as
 * the page does; the screens of problems read it and tell it what was tried. What another window keeps is read anew here.
 */
import { language } from '../../messages/messages.svelte';
import { openCoach, type Coach } from '../../rules/coach';
import type { Strength } from '../../rules/model';
import { Collection, fetchText } from './collection';
import { readBack, written, type Fault } from './exchange';
import { TrainingLog, type Attempt, type Kept, type Run, type RunKind } from './log';
import { themesOf, type Problem } from './problem';
import { cardId, dayNumber, doseOf, gradeOf, newCard, reviewed, type Card, type Subject } from './repetition';
import { againstOf, levelOf, recounted, resultOf, seenIn, strengthNow } from './results';
import type { Solved } from './solving';

const NOTHING: Kept = { attempts: [], runs: [], cards: [], reviews: [], forgotten: [] };

export class Training {
  readonly #log: TrainingLog;
  readonly #collections = new Map<string, Collection>();
  #kept = $state.raw<Kept>(NOTHING);
  #coach = $state.raw<Coach | null>(null);
  readonly #opening: Promise<void>;
  readonly #windows: BroadcastChannel | null;
  /** Readings of the log, numbered as they begin: the last that has begun is the one that counts. */
  #begun = 0;
  #read = 0;

  /** `windows` connects all windows that train on this log, if the browser has such channels. */
  constructor(log = new TrainingLog(), windows: BroadcastChannel | null = null) {
    this.#log = log;
    this.#windows = windows;
    windows?.addEventListener('message', () => void this.#reload());
    this.#opening = this.#reload();
  }

  /** All that is kept. Empty until it has been read. */
  get kept(): Kept {
    return this.#kept;
  }

  get coach(): Coach | null {
    return this.#coach;
  }

  /** Resolves when what is kept has been read. */
  opened(): Promise<void> {
    return this.#opening;
  }

  /** Fetches the coach. Without it there are no names of shots and no ratings. */
  async callCoach(): Promise<Coach | null> {
    if (!this.#coach) {
      this.#coach = await openCoach().catch(() => null);
      if (this.#coach) await this.#opening.then(() => this.#recount());
    }
    return this.#coach;
  }

  /** The problems of a game, with their index read. Throws where they cannot be had. */
  async collection(variant: string): Promise<Collection> {
    const collection = this.#collections.get(variant) ?? new Collection(variant, fetchText, this.#log);
    if (!collection.index) await collection.open();
    this.#collections.set(variant, collection);
    return collection;
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
   * Keeps what came of a problem, and has its first theme come back one day. Neither waits for the coach: a rated try is kept without a strength then, which
   * is counted once the coach is there, and what is kept in the meantime is newer than the theme.
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
    const [theme] = attempt.themes;
    if (theme !== undefined) await this.#keepTheme({ kind: 'theme', variant: problem.variant, theme }, now_ms);
    return rated && attempt.strength === null ? await this.#rated(attempt) : attempt;
  }

  /** A rated try with its strength, once the coach is there; without one where he does not come. */
  async #rated(attempt: Attempt): Promise<Attempt> {
    await this.callCoach();
    await this.#recount(); // he may have come while the try was being kept
    return this.#kept.attempts.find(({ at_ms, problem }) => at_ms === attempt.at_ms && problem === attempt.problem) ?? attempt;
  }

  /** Schedules a theme for repetition, unless the user has excluded it. */
  async #keepTheme(theme: Subject, now_ms: number): Promise<void> {
    const id = cardId(theme);
    if (!this.#kept.forgotten.some((it) => it.id === id)) await this.keep(theme, now_ms);
  }

  /** Keeps a run as far as it has come, by the time at which it began: one that is left early counts too. */
  async ran(kind: RunKind, variant: string, solved: number, began_ms: number): Promise<void> {
    await this.#opening;
    const run: Run = { at_ms: began_ms, kind, variant, solved };
    await this.#log.keepRun(run);
    await this.#changed();
  }

  /** Has something come back for repetition; returns whether it is new. */
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

  /** What is to be done today, and how much of it was done. */
  today(dose: number, now_ms: number): { cards: Card[]; done: number } {
    const today = dayNumber(now_ms);
    const done = new Set(this.#kept.reviews.filter(({ day }) => day === today).map(({ card }) => card));
    return { cards: doseOf(this.#kept.cards, done, dose, today), done: done.size };
  }

  /** Keeps how well a card was known. */
  async review(card: Card, solved: Solved, took_ms: number): Promise<Card> {
    const at_ms = Date.now();
    const day = dayNumber(at_ms);
    const grade = gradeOf(solved, took_ms);
    const after = await this.#log.addReview({ at_ms, day, card: card.id, grade, took_ms }, (there) => reviewed(there, grade, day));
    await this.#changed();
    return after ?? reviewed(card, grade, day);
  }

  async file(): Promise<string> {
    return written(await this.#log.all());
  }

  /** Adds what a file has; returns what of it makes no sense and was left out, or null where the file is none of ours. */
  async addFile(text: string): Promise<readonly Fault[] | null> {
    const found = readBack(text);
    if (!found) return null;
    await this.#log.merge(found.kept);
    await this.#changed();
    return found.faults;
  }

  /** What a family or a name of shots is called; its code until the coach is there. */
  themeName(code: string): string {
    return this.#words.get(code) ?? code;
  }

  readonly #words = $derived(this.#coach?.shotWords(language()) ?? new Map<string, string>());

  /** After the log was written to: shows what it has now, here and in the other windows. */
  async #changed(): Promise<void> {
    this.#windows?.postMessage(null);
    await this.#reload();
  }

  /** Counts the strengths anew that tries of another device have made old, once the coach is there. */
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
    if (number < this.#read) return; // a later reading is shown already
    this.#read = number;
    this.#kept = kept;
    await this.#recount();
  }
}

export const training = new Training(new TrainingLog(), 'BroadcastChannel' in globalThis ? new BroadcastChannel('damier-training') : null);
