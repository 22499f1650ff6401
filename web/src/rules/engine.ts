/**
 * The engine as pages use it: send a request, receive results, cancel it. It has one or more
 * workers with separate memory, so that a report runs on one core while the user analyses a
 * position on another. One position is searched by one worker (decision record 0037). Workers are
 * started on demand.
 */
import type { Thought } from './model';
import { EngineClient, type EngineRequest, type EngineWorker } from './engine-client';
import type { Priority, Question } from './think';

export type { EngineRequest } from './engine-client';

/** The priorities for which the user waits. */
const AWAITED: readonly Priority[] = ['move', 'look'];

export class Engine {
  readonly #clients: EngineClient[] = [];
  readonly #start: () => EngineWorker;
  readonly #workers: () => number;

  /** `workers` returns the current maximum number of workers, at least 1. */
  constructor(start: () => EngineWorker = startWorker, workers: () => number = () => 1) {
    this.#start = start;
    this.#workers = workers;
  }

  /** How many positions can be searched at the same time. */
  get workers(): number {
    return Math.max(1, this.#workers());
  }

  ask(question: Question, priority: Priority, heard: (thought: Thought) => void = () => {}): EngineRequest {
    return this.#clientFor(priority).ask(question, priority, heard);
  }

  /**
   * The client for a request: the worker with the shortest queue. Among equals, a request for which
   * the user waits goes to the first, whose transposition table has the positions nearby, and a
   * report to the last.
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
