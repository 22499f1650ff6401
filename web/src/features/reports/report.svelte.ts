/**
 * Creates a report on a game in the background: runs the engine, with the lowest priority, on the
 * questions of the coach's state machine in WebAssembly, which writes the report. It continues when
 * the user leaves the page.
 */
import type { Coach, ReportMaker } from '../../rules/coach';
import type { EngineRequest, Engine } from '../../rules/engine';
import type { Language } from '../../rules/model';
import type { ReportProgress, ReportView } from '../../rules/types';

/** The nodes for each position: a phone finishes a game of eighty moves in about a minute. */
const LOOK_NODES = 60_000;
/** The nodes for each position of a first look, which takes a second or two. */
export const FIRST_LOOK_NODES = 1_500;

export interface ReportedGame {
  variant: string;
  fen: string;
  moves: readonly string[];
}

/** The length of the common beginning of two games; 0 if they start differently. */
export function pliesInCommon(one: ReportedGame, other: ReportedGame): number {
  if (one.variant !== other.variant || one.fen !== other.fen) return 0;
  const differs = one.moves.findIndex((move, ply) => other.moves[ply] !== move);
  return differs < 0 ? one.moves.length : differs;
}

export class GameReporting {
  readonly #game: ReportedGame;
  readonly #maker: ReportMaker;
  readonly #engine: Engine;
  readonly #nodes: number;
  #asked: EngineRequest | null = null;
  /**
   * The current run; null if there is none. A stopped run never resumes, even when its last answer
   * arrives.
   */
  #run: symbol | null = null;
  progress = $state.raw<ReportProgress>({ done: 0, of: 1 });
  done = $state(false);
  failed = $state(false);
  /** Incremented with each answer, so that the display updates. */
  changes = $state(0);

  constructor(coach: Coach, engine: Engine, game: ReportedGame, nodes = LOOK_NODES) {
    this.#game = game;
    this.#nodes = nodes;
    this.#engine = engine;
    this.#maker = coach.report(game.variant, game.fen, game.moves);
    this.progress = this.#maker.progress;
  }

  /** The report so far. */
  view(forChildren: boolean, language: Language): ReportView {
    return this.#maker.view(forChildren, language);
  }

  /** Runs until the report is complete, the engine fails, or it is stopped. */
  async run(): Promise<void> {
    if (this.#run || this.done) return;
    const run = Symbol();
    this.#run = run;
    this.failed = false;
    const { variant, fen } = this.#game;
    try {
      for (let next = this.#maker.nextQuestion(this.#nodes); next; next = this.#maker.nextQuestion(this.#nodes)) {
        const { moves, pieces, nodes, lines } = next;
        const asked = this.#engine.ask({ variant, fen, moves, pieces, limits: { nodes, lines } }, 'report');
        this.#asked = asked;
        const thought = await asked.answer;
        if (this.#run !== run) return; // stopped meanwhile: the next run asks this question again
        this.#maker.answer(thought);
        this.progress = this.#maker.progress;
        this.changes += 1;
      }
      this.done = true;
    } catch (error) {
      if (this.#run !== run) return;
      console.error(error);
      this.failed = true;
    } finally {
      if (this.#run === run) this.#run = null;
    }
  }

  /** Pauses; `run` continues from here. */
  stop(): void {
    this.#run = null;
    const asked = this.#asked;
    this.#asked = null;
    asked?.cancel();
  }

  /** Ends the report for good. */
  close(): void {
    this.stop();
    this.#maker.free();
  }
}
