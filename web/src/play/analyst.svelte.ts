/**
 * Looks at the position on the board for as long as it is shown, and tells what it sees. Sits beside an engine on the
 * analysis page; moves nothing, and knows the board only by what it is told of it.
 */
import type { Asked, Engine } from '../rules/engine';
import type { MoveView, Thought, TreePosition } from '../rules/model';
import type { Question } from '../rules/think';


/** How long a threat is looked for, in milliseconds. */
const THREAT = 700;

/** What there is to look at. */
export type Subject = Omit<Question, 'limits'>;

/** How long and how deep a position is looked at: a page left open should not heat a phone for ever. */
export interface LookLimits {
  time_ms: number;
  /** In plies; no limit where it is null. */
  depth?: number | null;
}

/** What there is to look at in a position of a tree; null where nothing goes on. */
export function subjectOf({ variant, line_start, line, pieces, moves }: TreePosition): Subject | null {
  return moves.length === 0 ? null : { variant, fen: line_start, moves: line, pieces: pieces.length };
}

export class Analyst {
  readonly #subject: () => Subject | null;
  readonly #engine: Engine;
  /** What the other side would play if it were its turn; null while that is not asked or not known. */
  threat = $state.raw<MoveView | null>(null);
  /** Nothing is threatened, as far as was seen. */
  safe = $state(false);
  #threatAsked: Asked | null = null;
  /** What is seen of the position shown; null before the first word. */
  thought = $state.raw<Thought | null>(null);
  failed = $state(false);
  #asked: Asked | null = null;

  /** `subject` tells the position shown; null where there is nothing to look at, since the game is over there. */
  constructor(subject: () => Subject | null, engine: Engine) {
    this.#subject = subject;
    this.#engine = engine;
  }

  /** Looks at the position shown now, for this many lines and within these limits. */
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
   * Looks for what the other side would play in this position (a FEN) if it were its turn, before anything else. Where the
   * other side has no move, or the position would be none, there is no threat.
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
