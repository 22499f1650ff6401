/**
 * The questions that the engine's worker was asked, and whose turn it is: a game's move before what a person looks at, and
 * both before a report. A question of lower priority pauses when a higher one comes, keeps its search, and goes on where it
 * was; of equal ones the first asked is answered first. So there is one search for each priority at most, whatever is
 * waiting. Knows no worker, no wasm and no network: it is handed what it needs. Why so: docs/decisions/0029.
 */
import type { Thought } from './model';
import type { FromWorker, Priority, Question } from './think';

/** Milliseconds of one slice: short enough to stop at once, long enough to cost nothing. */
export const SLICE = 15;
/** Least milliseconds between two thoughts told of one search. */
export const BETWEEN_THOUGHTS = 80;
/** While a person looks, one slice of so many goes to a report; while a game waits for a move, none. */
export const SHARE = 8;
/** The most questions that wait: a report on a long game is a few hundred. */
export const MOST = 1_000;

const ORDER: readonly Priority[] = ['move', 'look', 'report'];

/** A search of the engine. */
export interface Search {
  /** Goes on for so many milliseconds. */
  step(sliceMs: number): Thought;
  /** Stops its clock until the next step. */
  pause(): void;
  /** Gives its memory back. */
  free(): void;
}

/** What the queue needs of the world around it. */
export interface Surroundings {
  /** Gets the engine ready for a question: the files that it should know. Rejects when the engine cannot run. */
  prepare(question: Question): Promise<void>;
  start(question: Question): Search;
  tell(message: FromWorker): void;
  /** Resolves when messages that have arrived were heard. */
  breathe(): Promise<void>;
  now(): number;
}

interface Entry {
  readonly id: number;
  readonly priority: Priority;
  readonly question: Question;
  state: 'new' | 'preparing' | 'ready';
  search: Search | null;
  toldAt: number;
  toldDepth: number;
}

export class Queue {
  readonly #around: Surroundings;
  /** In the order in which they were asked. */
  #entries: Entry[] = [];
  #running = false;
  /** Whose search was stepped last, and is not paused. */
  #current: Entry | null = null;
  #slices = 0;
  #wake: () => void = () => {};

  constructor(around: Surroundings) {
    this.#around = around;
  }

  ask(id: number, priority: Priority, question: Question): void {
    if (this.#entries.length >= MOST) {
      this.#around.tell({ say: 'failed', id, message: `more than ${MOST} questions are waiting` });
      return;
    }
    this.#entries.push({ id, priority, question, state: 'new', search: null, toldAt: -Infinity, toldDepth: -1 });
    this.#wake();
    if (!this.#running) void this.#run();
  }

  /** Takes a question back; nothing more is told of it. */
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

  /** Who is to be thought about now; null while all wait for files. */
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
      const isNews = thought.depth !== entry.toldDepth && now - entry.toldAt > BETWEEN_THOUGHTS;
      if (thought.done || isNews) {
        this.#around.tell({ say: 'thought', id: entry.id, thought });
        entry.toldAt = now;
        entry.toldDepth = thought.depth;
      }
      if (thought.done) this.#remove(entry);
    } catch (error) {
      this.#fail(entry, error);
    }
  }

  #fail(entry: Entry, error: unknown): void {
    if (!this.#entries.includes(entry)) return; // taken back meanwhile
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
