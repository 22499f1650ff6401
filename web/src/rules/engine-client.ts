/**
 * Sends requests to one worker of the engine and receives its results. Starts the worker when it is
 * first needed. The worker orders its requests itself (`queue.ts`).
 */
import type { Thought } from './model';
import type { FromWorker, Priority, Question, ToWorker } from './think';

export interface EngineRequest {
  /**
   * Resolves with the last result, or with the result so far after a cancellation (null before the
   * first one). Rejects if the engine cannot run.
   */
  readonly answer: Promise<Thought | null>;
  /** Cancels the request. Does nothing if it is complete. */
  cancel(): void;
}

interface Waiting {
  priority: Priority;
  heard: (thought: Thought) => void;
  resolve: (thought: Thought | null) => void;
  reject: (error: Error) => void;
  last: Thought | null;
}

/** The part of a worker that the engine uses. */
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export class EngineClient {
  readonly #start: () => EngineWorker;
  #worker: EngineWorker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  constructor(start: () => EngineWorker) {
    this.#start = start;
  }

  /** How many requests are pending, of all priorities or of these. */
  waiting(priorities?: readonly Priority[]): number {
    return [...this.#waiting.values()].filter(({ priority }) => priorities?.includes(priority) ?? true).length;
  }

  /** Terminates the worker and frees its memory. The next request starts a new one. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Sends a request. `heard` is called with each result during the search. */
  ask(question: Question, priority: Priority, heard: (thought: Thought) => void = () => {}): EngineRequest {
    this.#count += 1;
    const id = this.#count;
    const answer = new Promise<Thought | null>((resolve, reject) => {
      this.#say({ say: 'ask', id, priority, question, home: document.baseURI }); // an exception here rejects the answer
      this.#waiting.set(id, { priority, heard, resolve, reject, last: null });
    });
    return { answer, cancel: () => this.#cancel(id) };
  }

  #cancel(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#say({ say: 'cancel', id });
    waiting.resolve(waiting.last);
  }

  #say(message: ToWorker): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(message);
  }

  #begin(): EngineWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      this.end();
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error(event.message || 'the engine could not be started'));
    };
    return worker;
  }

  #hear(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return; // the request was cancelled
    if (message.say === 'failed') {
      this.#waiting.delete(message.id);
      waiting.reject(new Error(message.message));
      return;
    }
    waiting.last = message.thought;
    waiting.heard(message.thought);
    if (message.thought.done) {
      this.#waiting.delete(message.id);
      waiting.resolve(message.thought);
    }
  }
}
