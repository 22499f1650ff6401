/**
 * The engine as the page uses it: ask a question, receive its results, cancel it. It has one worker or several,
 * each with a memory of its own, so that a report runs on one core while a person looks at a position on another. One
 * position is always searched by one worker: decision record 0037 says why. Workers are started when they are needed.
 */
import type { Thought } from './model';
import { EngineTalk, type Asked, type EngineWorker } from './engine-talk';
import type { Priority, Question } from './think';

export type { Asked } from './engine-talk';

/** The user waits for the answer to these. */
const AWAITED: readonly Priority[] = ['move', 'look'];

export class Engine {
  readonly #talks: EngineTalk[] = [];
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

  ask(question: Question, priority: Priority, heard: (thought: Thought) => void = () => {}): Asked {
    return this.#talkFor(priority).ask(question, priority, heard);
  }

  /**
   * Who answers: the worker with the least to do. What the user waits for goes to the first of equals, whose memory knows the
   * positions around; a report goes to the last, out of the way.
   */
  #talkFor(priority: Priority): EngineTalk {
    const { workers } = this;
    while (this.#talks.length < workers) this.#talks.push(new EngineTalk(this.#start));
    while (this.#talks.length > workers && this.#talks.at(-1)?.waiting() === 0) this.#talks.pop()?.end();
    const talks = this.#talks.slice(0, workers);
    const load = (talk: EngineTalk): number => talk.waiting(priority === 'report' ? undefined : AWAITED);
    const least = Math.min(...talks.map(load));
    const fits = (talk: EngineTalk): boolean => load(talk) === least;
    return (priority === 'report' ? talks.findLast(fits) : talks.find(fits))!;
  }
}

function startWorker(): EngineWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}
