/**
 * Looks at the position on the board for as long as it is shown, and tells what it sees. Sits beside a session and an
 * engine on the analysis page; moves nothing.
 */
import type { Engine } from '../rules/engine';
import type { Thought } from '../rules/model';
import type { GameSession } from './session.svelte';

/** How long one position is looked at, in milliseconds: a page left open should not heat a phone for ever. */
const PATIENCE = 30_000;

export class Analyst {
  readonly #session: GameSession;
  readonly #engine: Engine;
  /** What is seen of the position shown; null before the first word. */
  thought = $state.raw<Thought | null>(null);
  failed = $state(false);
  #looked = 0;

  constructor(session: GameSession, engine: Engine) {
    this.#session = session;
    this.#engine = engine;
  }

  /** Looks at the position shown now, for this many lines. */
  async look(lines: number): Promise<void> {
    this.stop();
    this.thought = null;
    this.#looked += 1;
    const looked = this.#looked;
    const { view } = this.#session.shown;
    if (view.outcome && this.#session.atEnd) return;
    const question = {
      variant: view.variant,
      ...this.#session.line(view.ply),
      pieces: view.pieces.length,
      limits: { time_ms: PATIENCE, lines },
    };
    const hear = (thought: Thought): void => {
      if (looked === this.#looked) this.thought = thought;
    };
    try {
      await this.#engine.think(question, hear);
    } catch {
      if (looked === this.#looked) this.failed = true;
    }
  }

  stop(): void {
    this.#looked += 1;
    this.#engine.stop();
  }
}
