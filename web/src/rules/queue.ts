/**
 * The queue of requests in the engine's worker. A move of a game has priority over an analysis that
 * the user watches, and both over a report. A request of higher priority pauses the search of a
 * lower one, which continues later. Requests of equal priority run in order, so there is at most
 * one search for each priority. Its dependencies are parameters: it knows no worker, no wasm and no
 * network. Decision record 0029 has the reasons.
 */
import type { Thought } from './model';
import type { FromWorker, Priority, Question } from './think';

/**
 * The length of a slice in milliseconds: short enough to stop quickly, long enough to keep the
 * overhead low.
 */
export const SLICE = 15;
/** The minimum time between two reported results of a search, in milliseconds. */
const BETWEEN_THOUGHTS = 80;
/**
 * During an analysis, one of this many slices goes to a report; during a search for a move, none.
 */
export const SHARE = 8;
/** The maximum number of pending requests. A report on a long game has a few hundred. */
export const MAX_PENDING = 1_000;

const ORDER: readonly Priority[] = ['move', 'look', 'report'];

export interface Search {
  /** Searches for this many milliseconds. */
  step(sliceMs: number): Thought;
  /** Stops its clock until the next step. */
  pause(): void;
  free(): void;
}

/** The dependencies of the queue. */
export interface QueueDependencies {
  /** Loads the engine's files for a request. Rejects if the engine cannot run. */
  prepare(question: Question): Promise<void>;
  start(question: Question): Search;
  tell(message: FromWorker): void;
  /** Resolves when the received messages have been handled. */
  breathe(): Promise<void>;
  now(): number;
}

interface Entry {
  readonly id: number;
  readonly priority: Priority;
  readonly question: Question;
  state: 'new' | 'preparing' | 'ready';
  search: Search | null;
  reportedAt: number;
  reportedDepth: number;
}

export class Queue {
  readonly #around: QueueDependencies;
  /** The requests in the order of their arrival. */
  #entries: Entry[] = [];
  #running = false;
  /** The request whose search ran last and is not paused. */
  #current: Entry | null = null;
  #slices = 0;
  #wake: () => void = () => {};

  constructor(around: QueueDependencies) {
    this.#around = around;
  }

  ask(id: number, priority: Priority, question: Question): void {
    if (this.#entries.length >= MAX_PENDING) {
      this.#around.tell({ say: 'failed', id, message: `more than ${MAX_PENDING} questions are waiting` });
      return;
    }
    this.#entries.push({ id, priority, question, state: 'new', search: null, reportedAt: -Infinity, reportedDepth: -1 });
    this.#wake();
    if (!this.#running) void this.#run();
  }

  /** Cancels a request. It returns no further result. */
  cancel(id: number): void {
    const entry = this.#entries.find((it) => it.id === id);
    if (entry) this.#remove(entry);
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#entries.length > 0) {
      const entry = this.#turn();
      if (entry) {
        this.#step(entry);
        await this.#around.breathe();
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
    this.#running = false;
  }

  /** The next request to search; null if all wait for files. */
  #turn(): Entry | null {
    const first = ORDER.map((priority) => this.#entries.find((entry) => entry.priority === priority));
    const heads = first.filter((entry) => entry !== undefined);
    for (const entry of heads) if (entry.state === 'new') void this.#prepare(entry);
    const [best, next] = heads.filter((entry) => entry.state === 'ready');
    this.#slices += 1;
    return best && next && best.priority === 'look' && this.#slices % SHARE === 0 ? next : (best ?? null);
  }

  async #prepare(entry: Entry): Promise<void> {
    entry.state = 'preparing';
    try {
      await this.#around.prepare(entry.question);
      entry.state = 'ready';
    } catch (error) {
      this.#fail(entry, error);
    }
    this.#wake();
  }

  #step(entry: Entry): void {
    if (this.#current !== entry) this.#current?.search?.pause();
    this.#current = entry;
    try {
      entry.search ??= this.#around.start(entry.question);
      const thought = entry.search.step(SLICE);
      const now = this.#around.now();
      const isNews = thought.depth !== entry.reportedDepth && now - entry.reportedAt > BETWEEN_THOUGHTS;
      if (thought.done || isNews) {
        this.#around.tell({ say: 'thought', id: entry.id, thought });
        entry.reportedAt = now;
        entry.reportedDepth = thought.depth;
      }
      if (thought.done) this.#remove(entry);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  #fail(entry: Entry, error: unknown): void {
    if (!this.#entries.includes(entry)) return; // it was cancelled meanwhile
    this.#remove(entry);
    this.#around.tell({ say: 'failed', id: entry.id, message: error instanceof Error ? error.message : String(error) });
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (this.#current === entry) this.#current = null;
    const { search } = entry;
    entry.search = null;
    search?.free();
    this.#wake();
  }
}
