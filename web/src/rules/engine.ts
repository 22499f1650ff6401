/**
 * The engine as the page uses it: ask a question, receive its results, cancel it. It has one worker or several,
 * each with a memory of its own, so that a report runs on one core while a person looks at a position on another. One
 * position is always searched by one worker: decision record 0037 says why. Workers are started when they are needed.
 */
import type { Thought } from './model';
import { EngineClient, type EngineRequest, type EngineWorker } from './engine-client';
import type { Priority, Question } from './think';

export type { EngineRequest } from './engine-client';

/** The user waits for the answer to these. */
const AWAITED: readonly Priority[] = ['move', 'look'];

export class Engine {
  readonly #clients: EngineClient[] = [];
  readonly #start: () => EngineWorker;
  readonly #workers: () => number;

  /** `workers` tells how many workers there may be now, at least 1. */
  constructor(start: () => EngineWorker = startWorker, workers: () => number = () => 1) {
    this.#start = start;
    this.#workers = workers;
  }

  /** How many questions can be thought about at the same time. */
  get workers(): number {
    return Math.max(1, this.#workers());
  }

  ask(question: Question, priority: Priority, heard: (thought: Thought) => void = () => {}): EngineRequest {
    return this.#clientFor(priority).ask(question, priority, heard);
  }

  /**
   * Who answers: the worker with the least to do. What the user waits for goes to the first of equals, whose memory knows the
   * positions around; a report goes to the last, out of the way.
   */
  #clientFor(priority: Priority): EngineClient {
    const { workers } = this;
    while (this.#clients.length < workers) this.#clients.push(new EngineClient(this.#start));
    while (this.#clients.length > workers && this.#clients.at(-1)?.waiting() === 0) this.#clients.pop()?.end();
    const clients = this.#clients.slice(0, workers);
    const load = (client: EngineClient): number => client.waiting(priority === 'report' ? undefined : AWAITED);
    const least = Math.min(...clients.map(load));
    const fits = (client: EngineClient): boolean => load(client) === least;
    return (priority === 'report' ? clients.findLast(fits) : clients.find(fits))!;
  }
}

function startWorker(): EngineWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}
