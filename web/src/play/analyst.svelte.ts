/**
 * Looks at the position on the board for as long as it is shown, and tells what it sees. Sits beside an engine on the
 * analysis page; moves nothing, and knows the board only by what it is told of it.
 */
import type { Asked, Engine } from '../rules/engine';
import type { Thought } from '../rules/model';
import type { Question } from '../rules/think';

/** How long one position is looked at, in milliseconds: a page left open should not heat a phone for ever. */
const PATIENCE = 30_000;

/** What there is to look at. */
export type Subject = Omit<Question, 'limits'>;

export class Analyst {
  readonly #subject: () => Subject | null;
  readonly #engine: Engine;
  /** What is seen of the position shown; null before the first word. */
  thought = $state.raw<Thought | null>(null);
  failed = $state(false);
  #asked: Asked | null = null;

  /** `subject` tells the position shown; null where there is nothing to look at, since the game is over there. */
  constructor(subject: () => Subject | null, engine: Engine) {
    this.#subject = subject;
    this.#engine = engine;
  }

  /** Looks at the position shown now, for this many lines. */
  async look(lines: number): Promise<void> {
    this.stop();
    this.thought = null;
    const subject = this.#subject();
    if (!subject) return;
    const limits = { time_ms: PATIENCE, lines };
    const asked = this.#engine.ask({ ...subject, limits }, 'look', (thought) => (this.thought = thought));
    this.#asked = asked;
    try {
      await asked.answer;
    } catch {
      if (asked === this.#asked) this.failed = true;
    }
  }

  stop(): void {
    this.#asked?.cancel();
    this.#asked = null;
  }
}
