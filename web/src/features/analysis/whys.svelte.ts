/**
 * "Why?" in an analysis: for the first move of the engine's best line, and for the move that led to
 * the position. Runs the engine; the coach writes the sentence.
 */
import type { EngineRequest, Engine } from '../../rules/engine';
import type { ThinkLimits, Thought, TreePosition } from '../../rules/model';
import type { Why } from '../../session/opponent.svelte';
import { AFTER, BEFORE, linesOf } from '../../session/reasons';

/** An answer: its move, its node, and its sentence. */
export interface WhyAnswer {
  node: number;
  move: string;
  /** Null if the coach finds no reason. */
  sentence: string | null;
}

export class MoveExplanations {
  readonly #engine: Engine;
  readonly #why: Why;
  #asked: EngineRequest | null = null;
  #turn = 0;
  answer = $state.raw<WhyAnswer | null>(null);
  looking = $state(false);
  failed = $state(false);

  constructor(engine: Engine, why: Why) {
    this.#engine = engine;
    this.#why = why;
  }

  /** Explains the first move of these lines. */
  best(at: TreePosition, lines: Thought['lines']): Promise<void> {
    return this.#find(at.node, lines[0]?.pv[0] ?? '', at, () => Promise.resolve(lines));
  }

  /** Explains the move that led from one position to the next. */
  played(before: TreePosition, at: TreePosition): Promise<void> {
    const move = at.last?.text ?? '';
    return this.#find(at.node, move, before, (turn) => linesOf(move, () => this.#ask(turn, before, BEFORE), () => this.#ask(turn, at, AFTER)));
  }

  stop(): void {
    this.#turn += 1;
    this.#asked?.cancel();
    this.#asked = null;
    this.looking = false;
    this.answer = null;
  }

  async #find(node: number, move: string, { variant, line_start: fen, line: moves }: TreePosition, find: (turn: number) => Promise<Thought['lines']>): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.looking = true;
    try {
      const lines = await find(turn);
      if (turn !== this.#turn) return;
      const sentence = lines.length > 0 ? await this.#why({ variant, fen, moves }, lines).catch(() => null) : null;
      if (turn === this.#turn) this.answer = { node, move, sentence };
    } catch {
      if (turn === this.#turn) this.failed = true;
    } finally {
      if (turn === this.#turn) this.looking = false;
    }
  }

  #ask(turn: number, { variant, line_start: fen, line: moves, pieces }: TreePosition, limits: ThinkLimits): Promise<Thought | null> {
    if (turn !== this.#turn) return Promise.resolve(null);
    this.#asked = this.#engine.ask({ variant, fen, moves, pieces: pieces.length, limits }, 'move');
    return this.#asked.answer;
  }
}
