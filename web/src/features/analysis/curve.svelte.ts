/**
 * The evaluations of a whole line: each position is analysed for a short time, with lower priority
 * than the other work of the engine.
 */
import type { EngineRequest, Engine } from '../../rules/engine';
import type { Score, Side, TreePosition } from '../../rules/model';
import { subjectOf } from './analyst.svelte';
import { forWhite, share } from '../../session/score';

const LIMITS = { time_ms: 1_500, nodes: 250_000 };

export interface CurvePoint {
  node: number;
  /** From White's side; null if unknown. */
  score: Score | null;
}

export class GameCurve {
  readonly #engine: Engine;
  /** The points of the requested line from the start; empty before the first request. */
  points = $state.raw<readonly CurvePoint[]>([]);
  /** How many positions are not evaluated yet. */
  left = $state(0);
  /** Evaluations by node. They stay valid because the position of a node never changes. */
  readonly #known = new Map<number, Score>();
  /** The pending engine requests. Each line has a set of its own. */
  #asked = new Set<EngineRequest>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Evaluates the positions of a line. Known positions are not analysed again. */
  async judge(nodes: readonly number[], positionOf: (node: number) => TreePosition): Promise<void> {
    this.stop();
    this.show(nodes);
    const open = nodes.filter((node) => !this.#known.has(node));
    this.left = open.length;
    // One request at a time for each worker: a line of hundreds would fill the engine's queues, and
    // each position has to be computed first.
    const asked = new Set<EngineRequest>();
    this.#asked = asked;
    const waiting = open.values();
    const judgeInTurn = async (): Promise<void> => {
      for (const node of waiting) {
        await this.#judgeOne(node, positionOf(node), asked);
        if (this.#asked !== asked) return; // stopped, or another line was requested
        this.left -= 1;
      }
    };
    await Promise.all(Array.from({ length: this.#engine.workers }, judgeInTurn));
  }

  /**
   * Continues with the current line: does nothing if it is the same, otherwise evaluates its new
   * positions.
   */
  follow(nodes: readonly number[], positionOf: (node: number) => TreePosition): void {
    const same = nodes.length === this.points.length && nodes.every((node, i) => node === this.points[i]?.node);
    if (!same) void this.judge(nodes, positionOf);
  }

  async #judgeOne(node: number, position: TreePosition, all: Set<EngineRequest>): Promise<void> {
    const subject = subjectOf(position);
    if (subject === null) {
      if (position.outcome) this.#learn(node, atEnd(position));
      return;
    }
    const asked = this.#engine.ask({ ...subject, limits: LIMITS }, 'report');
    all.add(asked);
    const thought = await asked.answer.catch(() => null);
    all.delete(asked);
    if (this.#asked === all && thought?.score) this.#learn(node, forWhite(thought.score, position.side));
  }

  /** Publishes the known evaluations of a line. */
  show(nodes: readonly number[]): void {
    this.points = nodes.map((node) => ({ node, score: this.#known.get(node) ?? null }));
  }

  get begun(): boolean {
    return this.points.length > 0;
  }

  stop(): void {
    const asked = this.#asked;
    this.#asked = new Set();
    for (const it of asked) it.cancel();
    this.left = 0;
  }

  #learn(node: number, score: Score): void {
    this.#known.set(node, score);
    this.points = this.points.map((point) => (point.node === node ? { node, score } : point));
  }
}

/**
 * The loss on the evaluation bar from which a move is marked; near an even score about half a man.
 */
const DROP = 0.09;

/**
 * The points of the moves that lost much for the side that made them. `moverOf` returns the side
 * that made the move to a node.
 */
export function drops(points: readonly CurvePoint[], moverOf: (node: number) => Side): number[] {
  return points.flatMap(({ node, score }, i) => {
    const before = points[i - 1]?.score ?? null;
    if (before === null || score === null) return [];
    const gained = share(score) - share(before);
    return (moverOf(node) === 'white' ? -gained : gained) >= DROP ? [i] : [];
  });
}

function atEnd({ outcome }: TreePosition): Score {
  if (!outcome || outcome.winner === null) return { hundredths: 0 };
  return outcome.winner === 'white' ? { win: 0 } : { loss: 0 };
}
