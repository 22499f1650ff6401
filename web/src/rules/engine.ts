/**
 * The engine as the page sees it: ask a question, hear what is thought, stop at once. Starts the worker when it is first
 * needed. One question at a time: a new one ends the one before.
 */
import type { Thought } from './model';
import type { FromWorker, Question, ToWorker } from './think';

interface Asked {
  id: number;
  heard: (thought: Thought) => void;
  resolve: (thought: Thought | null) => void;
  reject: (error: Error) => void;
  last: Thought | null;
}

export class Engine {
  #worker: Worker | null = null;
  #asked: Asked | null = null;
  #count = 0;

  /**
   * Thinks, telling what it sees as it goes. Resolves with the last thought, or with what was thought so far (null before
   * the first) when it is stopped or asked something else. Rejects when the engine cannot run.
   */
  think(question: Question, heard: (thought: Thought) => void = () => {}): Promise<Thought | null> {
    this.stop();
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#asked = { id, heard, resolve, reject, last: null };
      this.#say({ say: 'think', id, question, home: document.baseURI });
    });
  }

  /** Whether a question is being thought about. */
  get busy(): boolean {
    return this.#asked !== null;
  }

  stop(): void {
    const asked = this.#asked;
    if (!asked) return;
    this.#asked = null;
    this.#say({ say: 'stop', id: asked.id });
    asked.resolve(asked.last);
  }

  #say(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      const asked = this.#asked;
      this.#asked = null;
      worker.terminate();
      this.#worker = null; // the next question starts a fresh one
      asked?.reject(new Error(event.message || 'the engine could not be started'));
    };
    return worker;
  }

  #hear(message: FromWorker): void {
    const asked = this.#asked;
    if (!asked || asked.id !== message.id) return; // an answer to a question that was taken back
    if (message.say === 'failed') {
      this.#asked = null;
      asked.reject(new Error(message.message));
      return;
    }
    asked.last = message.thought;
    asked.heard(message.thought);
    if (message.thought.done) {
      this.#asked = null;
      asked.resolve(message.thought);
    }
  }
}
