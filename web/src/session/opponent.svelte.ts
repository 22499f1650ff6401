/**
 * The engine's part in a game: moves at its turn, gives hints, explains its move on request, and
 * answers draw offers. The page calls it after every change of the session.
 */
import type { EngineRequest, Engine } from '../rules/engine';
import type { Past } from '../rules/coach';
import type { MoveView, Side, ThinkLimits, Thought } from '../rules/model';
import { pauseBefore } from './pause';
import type { Priority } from '../rules/think';
import { AFTER, BEFORE, linesOf, mayHaveReason, type Lines } from './reasons';
import { turned } from './score';
import type { GameSession } from './session.svelte';

/** The thinking time for a hint or a draw offer. */
const HINT = BEFORE;
const OFFER: ThinkLimits = { time_ms: 500 };

/** A position to search. */
type Asked = Pick<GameSession['live'], 'variant' | 'pieces' | 'ply'>;

/** Explains the first move of the best line. */
export type Why = (past: Past, lines: Thought['lines']) => Promise<string | null>;

export class Opponent {
  readonly #session: GameSession;
  readonly #engine: Engine;
  readonly #pauses: () => boolean;
  thinking = $state(false);
  hinting = $state(false);
  /** Whether the engine failed to run. The game can still be played by two people. */
  failed = $state(false);
  #turn = 0;
  #asked: EngineRequest | null = null;

  /** The explanation of the current hint, in one sentence; null if the coach finds no reason. */
  reason = $state.raw<{ move: MoveView; sentence: string } | null>(null);
  /**
   * The explanation of the engine's move, and its ply; the sentence is null if the coach finds no
   * reason.
   */
  explanation = $state.raw<{ ply: number; sentence: string | null } | null>(null);
  /** The lines that give the engine's last move a reason, and its ply. */
  #reason = $state.raw<{ ply: number; lines: Lines } | null>(null);
  readonly #why: Why;
  /** The last hint, and its position. */
  #hint: { position: string; thought: Thought } | null = null;

  /**
   * `pauses` returns whether the engine pauses like a person, `why` explains the move of a hint.
   */
  constructor(session: GameSession, engine: Engine, { pauses = () => false, why = () => Promise.resolve(null) }: { pauses?: () => boolean; why?: Why } = {}) {
    this.#session = session;
    this.#engine = engine;
    this.#pauses = pauses;
    this.#why = why;
  }

  /** The engine's side, if exactly one side is played by the engine. */
  get side(): Side | null {
    return this.#session.computer;
  }

  stop(): void {
    this.#turn += 1;
    this.#asked?.cancel();
    this.#asked = null;
    this.thinking = false;
    this.hinting = false;
    this.explanation = null;
  }

  /** The engine's last move once a reason for it is found, while the user is to move; else null. */
  get explicable(): string | null {
    return this.#reason?.ply === this.#session.live.ply ? this.#candidate : null;
  }

  /** The engine's last move, while the user is to move, if it may have a reason. */
  get #candidate(): string | null {
    const session = this.#session;
    const { ply, history } = session.live;
    const last = history[ply - 1];
    if (this.side === null || !session.mayBeHelped || !last || last.irregular) return null;
    return mayHaveReason(last, session.live) ? last.text : null;
  }

  async explain(): Promise<void> {
    const found = this.#reason;
    if (this.explicable === null || found === null) return;
    const { variant, ply } = this.#session.live;
    const turn = this.#begin();
    const sentence = await this.#why({ variant, ...this.#session.line(ply - 1) }, found.lines).catch(() => null);
    if (turn === this.#turn) this.explanation = { ply, sentence };
  }

  /**
   * Looks for the reason of the engine's last move while the user thinks, at the lowest priority. Its
   * level may have erred, so the position is searched again at full strength.
   */
  async #findReason(): Promise<void> {
    const played = this.#candidate;
    const { variant, ply } = this.#session.live;
    if (played === null || this.#reason?.ply === ply) return;
    const turn = this.#turn;
    const search = (limits: ThinkLimits, view?: Asked) => (turn === this.#turn ? this.#ask(limits, view, 'report') : Promise.resolve(null));
    try {
      const lines = await linesOf(played, () => search(BEFORE, this.#session.viewAt(ply - 1)), () => search(AFTER));
      if (turn !== this.#turn || lines.length === 0) return;
      const sentence = await this.#why({ variant, ...this.#session.line(ply - 1) }, lines);
      if (sentence !== null && turn === this.#turn) this.#reason = { ply, lines };
    } catch {
      // Without a reason there is no button.
    }
  }

  async moveIfTurn(): Promise<void> {
    const session = this.#session;
    const player = session.live.players[session.live.side];
    if (session.over || this.thinking) return;
    if (player.kind !== 'computer') return this.#findReason();
    const turn = this.#begin();
    this.thinking = true;
    const length = pauseBefore(session, this.#pauses(), Math.random());
    const pause = new Promise((resolve) => setTimeout(resolve, length));
    try {
      const [thought] = await Promise.all([this.#ask({ level: player.level, ...this.#clock() }), pause]);
      if (turn !== this.#turn) return;
      this.thinking = false;
      session.goTo(session.live.ply);
      if (thought?.best && !session.over) session.play(thought.best);
    } catch {
      if (turn === this.#turn) this.#fail();
    }
  }

  /** The engine's answer is kept for the position: a second search may prefer another move. */
  async hint(): Promise<void> {
    const turn = this.#begin();
    this.hinting = true;
    try {
      const { variant, ply } = this.#session.live;
      const position = JSON.stringify([variant, this.#session.line(ply)]);
      const thought = this.#hint?.position === position ? this.#hint.thought : await this.#ask(HINT);
      if (turn !== this.#turn) return;
      this.#hint = thought && { position, thought };
      this.hinting = false;
      const move = thought?.best ?? null;
      this.#session.propose(move);
      if (!move || !thought) return;
      const sentence = await this.#why({ variant, ...this.#session.line(ply) }, thought.lines).catch(() => null); // a hint without its reason is still a hint
      if (sentence && turn === this.#turn) this.reason = { move, sentence };
    } catch {
      if (turn === this.#turn) this.#fail();
    }
  }

  async answerOffer(): Promise<void> {
    const session = this.#session;
    const mine = this.side;
    if (!mine || session.live.offer === null || session.live.offer === mine) return;
    const turn = this.#begin();
    this.thinking = true;
    try {
      const thought = await this.#ask(OFFER);
      if (turn !== this.#turn) return;
      this.thinking = false;
      const score = thought?.score;
      const own = score && (session.live.side === mine ? score : turned(score));
      if (own && session.wouldAcceptDraw(mine, own)) session.acceptDraw(mine);
      else session.declineDraw(mine);
      void this.moveIfTurn();
    } catch {
      if (turn === this.#turn) this.#fail();
    }
  }

  /** The time of the side to move, in a game with a clock. */
  #clock(): ThinkLimits {
    const { clock, live, settings } = this.#session;
    if (!clock || !settings.clock) return {};
    const remaining_ms = live.side === 'white' ? clock.white_ms : clock.black_ms;
    return { clock: { remaining_ms, increment_ms: settings.clock.increment_ms } };
  }

  #begin(): number {
    this.stop();
    return this.#turn;
  }

  #ask(limits: ThinkLimits, { variant, pieces, ply }: Asked = this.#session.live, priority: Priority = 'move'): Promise<Thought | null> {
    const question = { variant, ...this.#session.line(ply), pieces: pieces.length, limits };
    this.#asked = this.#engine.ask(question, priority);
    return this.#asked.answer;
  }

  #fail(): void {
    this.thinking = false;
    this.hinting = false;
    this.failed = true;
  }
}
