/**
 * The report on a game while it is made: asks the engine what the coach's machine wants to know, with lower priority than all else,
 * and goes on whatever is on the screen. It works beside an engine, and knows the game as a start and its moves. What is said is
 * decided behind the coach's binding.
 */
import type { Coach, ReportMaker } from '../../rules/coach';
import type { EngineRequest, Engine } from '../../rules/engine';
import type { Language } from '../../rules/model';
import type { ReportProgress, ReportView } from '../../rules/types';

/** Nodes for the look at one position: a phone does a game of eighty moves in about a minute. */
const LOOK_NODES = 60_000;

export interface ReportedGame {
  variant: string;
  fen: string;
  moves: readonly string[];
}

/** How many moves two games have in common from the start; none where they start differently. */
export function pliesInCommon(one: ReportedGame, other: ReportedGame): number {
  if (one.variant !== other.variant || one.fen !== other.fen) return 0;
  const differs = one.moves.findIndex((move, ply) => other.moves[ply] !== move);
  return differs < 0 ? one.moves.length : differs;
}

export class GameReporting {
  readonly #game: ReportedGame;
  readonly #maker: ReportMaker;
  readonly #engine: Engine;
  #asked: EngineRequest | null = null;
  /** The run that goes on; null where none does. One that was stopped is over for good, even while its last question is still out. */
  #run: symbol | null = null;
  progress = $state.raw<ReportProgress>({ done: 0, of: 1 });
  done = $state(false);
  failed = $state(false);
  /** Counts the answers, so that what is shown follows. */
  changes = $state(0);

  constructor(coach: Coach, engine: Engine, game: ReportedGame) {
    this.#game = game;
    this.#engine = engine;
    this.#maker = coach.report(game.variant, game.fen, game.moves);
    this.progress = this.#maker.progress;
  }

  /** The report as far as it is known. */
  view(forChildren: boolean, language: Language): ReportView {
    return this.#maker.view(forChildren, language);
  }

  /** Goes on until all is known, the engine fails, or it is stopped. */
  async run(): Promise<void> {
    if (this.#run || this.done) return;
    const run = Symbol();
    this.#run = run;
    this.failed = false;
    const { variant, fen } = this.#game;
    try {
      for (let next = this.#maker.nextQuestion(LOOK_NODES); next; next = this.#maker.nextQuestion(LOOK_NODES)) {
        const { moves, pieces, nodes, lines } = next;
        const asked = this.#engine.ask({ variant, fen, moves, pieces, limits: { nodes, lines } }, 'report');
        this.#asked = asked;
        const thought = await asked.answer;
        if (this.#run !== run) return; // stopped meanwhile: the question is asked again by the run that goes on
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

  /** Stops; `run` goes on from here. */
  stop(): void {
    this.#run = null;
    const asked = this.#asked;
    this.#asked = null;
    asked?.cancel();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#maker.free();
  }
}
