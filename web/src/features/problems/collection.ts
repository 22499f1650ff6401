/**
 * The problems of a game: the index, and parts that are loaded on demand. Loaded texts are cached
 * in the training log and used offline, also over plain HTTP, where there is no service worker.
 * Ratings by results replace those of the files, except where all devices have to choose the same
 * problems.
 */
import { choose, chooseSeveral, fits, partsFor, placeOfDay, type ProblemFilter } from './choosing';
import type { Against, TrainingLog } from './log';
import { readIndex, readPart, type Problem, type ProblemIndex } from './problem';

/** Loads a file by its name, relative to the page; throws if it is not available. */
export type Fetch = (path: string) => Promise<string>;

/** Ratings of problems by results, by the ids of the problems. */
export type ProblemRatings = ReadonlyMap<string, Against>;

/** How many parts are searched for an unseen problem: further ones have too different levels. */
const PARTS_A_SEARCH = 4;

export class Collection {
  readonly variant: string;
  readonly #fetch: Fetch;
  readonly #log: TrainingLog;
  readonly #parts = new Map<number, Promise<Problem[]>>();
  #ratings: ProblemRatings = new Map();
  index: ProblemIndex | null = null;
  /** The problem that the start page shows, to be solved next; null if none. */
  next: Problem | null = null;

  constructor(variant: string, fetchText: Fetch, log: TrainingLog) {
    this.variant = variant;
    this.#fetch = fetchText;
    this.#log = log;
  }

  /** Loads the index. Throws if neither the network nor the cache has it. */
  async open(): Promise<ProblemIndex> {
    this.index = await this.#read('index.json', indexOf);
    return this.index;
  }

  /** Uses these ratings in place of those in the files. */
  rate(ratings: ProblemRatings): void {
    this.#ratings = ratings;
  }

  /** The problems of a part in the order of the file. */
  async part(number: number): Promise<Problem[]> {
    const problems = await this.#shipped(number);
    return this.#ratings.size === 0 ? problems : problems.map((it) => ({ ...it, ...this.#ratings.get(it.id) }));
  }

  /** The problems of a part with the ratings of the file. */
  #shipped(number: number): Promise<Problem[]> {
    const known = this.#parts.get(number);
    if (known) return known;
    const file = this.index?.parts[number]?.file;
    if (file === undefined) return Promise.resolve([]);
    const reading = this.#read(file, (text) => {
      const problems = readPart(this.variant, text);
      return problems.length > 0 ? problems : null;
    });
    this.#parts.set(number, reading);
    reading.catch(() => this.#parts.delete(number)); // the next call tries again
    return reading;
  }

  /**
   * A problem that matches the filter, near the level; null without a match. Throws if no part that
   * may contain one can be loaded.
   */
  async find(wish: ProblemFilter, level: number, seen: ReadonlyMap<string, number>, random: number): Promise<Problem | null> {
    if (!this.index) return null;
    let fitting: Problem[] = [];
    let looked = 0;
    let missed: unknown = null;
    for (const number of partsFor(wish, this.index, level)) {
      const part = await this.part(number).catch((error: unknown) => {
        missed = error;
        return [];
      });
      if (part.length === 0) continue;
      fitting = [...fitting, ...part.filter((it) => fits(wish, it))];
      looked += 1;
      // For a filter with few matches all parts are searched.
      if (fitting.some(({ id }) => !seen.has(id)) || (looked >= PARTS_A_SEARCH && fitting.length > 0)) break;
    }
    if (fitting.length === 0 && missed !== null) throw missed;
    return choose(fitting, level, seen, random);
  }

  /**
   * Several problems for a class, the easier ones first; fewer if not enough match or can be
   * loaded.
   */
  async several(wish: ProblemFilter, level: number, wanted: number, random: () => number): Promise<Problem[]> {
    return this.#severalOf(wish, level, wanted, random, (number) => this.part(number).catch(() => []));
  }

  /**
   * The same with the ratings of the files, and throws if a needed part cannot be loaded, so that
   * equal filters and random numbers give equal problems on every device.
   */
  async severalOf(wish: ProblemFilter, level: number, wanted: number, random: () => number): Promise<Problem[]> {
    return this.#severalOf(wish, level, wanted, random, (number) => this.#shipped(number));
  }

  async #severalOf(wish: ProblemFilter, level: number, wanted: number, random: () => number, partOf: (number: number) => Promise<Problem[]>): Promise<Problem[]> {
    if (!this.index) return [];
    let fitting: Problem[] = [];
    let looked = 0;
    for (const number of partsFor(wish, this.index, level)) {
      const part = await partOf(number);
      fitting = [...fitting, ...part.filter((it) => fits(wish, it))];
      looked += 1;
      // A rare theme has few problems in each part, so all parts are searched.
      if (fitting.length >= 3 * wanted || (looked >= PARTS_A_SEARCH && fitting.length >= wanted)) break;
    }
    return chooseSeveral(fitting, level, wanted, random);
  }

  /** The problem of the day, chosen by its place in the files. */
  async ofDay(day: string): Promise<Problem | null> {
    const place = this.index && placeOfDay(this.index, day);
    if (!place) return null;
    const part = await this.part(place.part);
    return part[place.place % Math.max(1, part.length)] ?? null;
  }

  /** Loads every part, for offline use. */
  async downloadAll(): Promise<void> {
    for (const number of this.index?.parts.keys() ?? []) await this.part(number);
  }

  /**
   * Loads and reads a file: from the network, or else from the cache. An unreadable text is not
   * cached, such as the login page of a public network.
   */
  async #read<T>(file: string, read: (text: string) => T | null): Promise<T> {
    const name = `${this.variant}/${file}`;
    const text = await this.#fetch(`problems/${name}`).catch(() => null);
    const found = text === null ? null : read(text);
    if (text !== null && found !== null) {
      await this.#log.keepText(name, text);
      return found;
    }
    const kept = await this.#log.text(name);
    const instead = kept === null ? null : read(kept);
    if (instead === null) throw new Error(`the problems in ${name} cannot be read`);
    return instead;
  }
}

function indexOf(text: string): ProblemIndex | null {
  try {
    return readIndex(JSON.parse(text));
  } catch {
    return null;
  }
}
