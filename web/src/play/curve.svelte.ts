/**
 * How a whole game went: each position of a line is looked at for a moment, behind everything else that the engine has to do,
 * and judged in numbers. Sits beside an engine on the analysis page; knows the tree only by the positions that it is handed.
 */
import type { Asked, Engine } from '../rules/engine';
import type { Score, TreePosition } from '../rules/model';
import { subjectOf } from './analyst.svelte';
import { forWhite } from './score';

/** How long each position is looked at. */
const LIMITS = { time_ms: 1_500, nodes: 250_000 };

/** One point of the curve. */
export interface CurvePoint {
  node: number;
  /** As White sees it; null where nothing is known yet. */
  score: Score | null;
}

export class GameCurve {
  readonly #engine: Engine;
  /** The points of the line that was asked for, the start first; none before anything was asked. */
  points = $state.raw<readonly CurvePoint[]>([]);
  /** Positions that wait for their judgement. */
  left = $state(0);
  /** Judgements made before, by node: a node's position never changes. */
  readonly #known = new Map<number, Score>();
  #asked: Asked[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Judges the positions of a line. What is known already is not asked again. */
  async judge(nodes: readonly number[], positionOf: (node: number) => TreePosition): Promise<void> {
    this.stop();
    this.show(nodes);
    const open = nodes.filter((node) => !this.#known.has(node));
    this.left = open.length;
    // One question at a time: a line of hundreds would fill the engine's queue, and each position must be made first.
    for (const node of open) {
      const position = positionOf(node);
      const subject = subjectOf(position);
      if (subject === null) {
        if (position.outcome) this.#learn(node, atEnd(position));
      } else {
        const asked = this.#engine.ask({ ...subject, limits: LIMITS }, 'report');
        this.#asked = [asked];
        const thought = await asked.answer.catch(() => null);
        if (this.#asked[0] !== asked) return; // stopped, or another line was asked for
        if (thought?.score) this.#learn(node, forWhite(thought.score, position.side));
      }
      this.left -= 1;
    }
  }

  /** Shows a line with what is known of it. */
  show(nodes: readonly number[]): void {
    this.points = nodes.map((node) => ({ node, score: this.#known.get(node) ?? null }));
  }

  /** Whether something is known of any line. */
  get begun(): boolean {
    return this.points.length > 0;
  }

  stop(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (const it of asked) it.cancel();
    this.left = 0;
  }

  #learn(node: number, score: Score): void {
    this.#known.set(node, score);
    this.points = this.points.map((point) => (point.node === node ? { node, score } : point));
  }
}

/** The last position of a game that is over. */
function atEnd({ outcome }: TreePosition): Score {
  if (!outcome || outcome.winner === null) return { hundredths: 0 };
  return outcome.winner === 'white' ? { win: 0 } : { loss: 0 };
}
