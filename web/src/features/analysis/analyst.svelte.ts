/**
 * Analyses the displayed position continuously and publishes the results. The caller provides the
 * position.
 */
import type { EngineRequest, Engine } from '../../rules/engine';
import type { MoveView, Thought, TreePosition } from '../../rules/model';
import type { Question } from '../../rules/think';


/** The search time for a threat, in milliseconds. */
const THREAT = 700;

export type Subject = Omit<Question, 'limits'>;

/** The limits of the analysis of a position, so that an open page does not drain the battery. */
export interface LookLimits {
  time_ms: number;
  /** In plies; null for no limit. */
  depth?: number | null;
}

/** The question to the engine about a position of a tree; null if there is no legal move. */
export function subjectOf({ variant, line_start, line, pieces, moves }: TreePosition): Subject | null {
  return moves.length === 0 ? null : { variant, fen: line_start, moves: line, pieces: pieces.length };
}

export class Analyst {
  readonly #subject: () => Subject | null;
  readonly #engine: Engine;
  /** The opponent's best move if it were their turn; null if not requested or not known. */
  threat = $state.raw<MoveView | null>(null);
  /** Whether the search found no threat. */
  safe = $state(false);
  #threatAsked: EngineRequest | null = null;
  /** The result for the current position; null before the first one. */
  thought = $state.raw<Thought | null>(null);
  failed = $state(false);
  #asked: EngineRequest | null = null;

  /** `subject` returns the current position; null if the game is over there. */
  constructor(subject: () => Subject | null, engine: Engine) {
    this.#subject = subject;
    this.#engine = engine;
  }

  async look(lines: number, { time_ms, depth = null }: LookLimits): Promise<void> {
    this.stop();
    this.thought = null;
    const subject = this.#subject();
    if (!subject) return;
    const limits = { time_ms, lines, ...(depth === null ? {} : { depth }) };
    const asked = this.#engine.ask({ ...subject, limits }, 'look', (thought) => (this.thought = thought));
    this.#asked = asked;
    try {
      await asked.answer;
    } catch {
      if (asked === this.#asked) this.failed = true;
    }
  }

  /**
   * Searches for the opponent's best move in this position (a FEN) if it were their turn, before
   * any other search. There is no threat if they have no move, or if the position would be invalid.
   */
  async lookForThreat(variant: string, fen: string, pieces: number): Promise<void> {
    this.forgetThreat();
    const turned = fen.replace(/^[WB]/, (side) => (side === 'W' ? 'B' : 'W'));
    const asked = this.#engine.ask({ variant, fen: turned, moves: [], pieces, limits: { time_ms: THREAT } }, 'move');
    this.#threatAsked = asked;
    const thought = await asked.answer.catch(() => null);
    if (asked !== this.#threatAsked) return;
    this.threat = thought?.best ?? null;
    this.safe = this.threat === null;
  }

  forgetThreat(): void {
    this.#threatAsked?.cancel();
    this.#threatAsked = null;
    this.threat = null;
    this.safe = false;
  }

  stop(): void {
    this.#asked?.cancel();
    this.#asked = null;
  }
}
