/**
 * A game in progress behind the page's binding (crates/wasm/src/play/game.rs), with typed calls and typed results. After an act
 * only the changes are passed through the binding; the whole is put together here. No rule is written here.
 */
import { withSharedLayout } from './layouts';
import type { GameRecord, GameView, Language, PieceView, PlayedMove, PlayReply, RefusalView, Score, Side } from './model';
import { RulesError, callBinding } from './call-binding';
import type { GameChange, GameHead, PlyView, RecordTail } from './types';
import type { Game as Inner } from './wasm/play.js';

/** A move that the user wants: its start and end, the squares named on the way, and the piece to huff first. */
export interface WholeMoveInput {
  from: number;
  to: number;
  via: readonly number[];
  huff: number | null;
}

/** A game in progress: the club's session with its clock and its offers. Free it when it is no longer needed. */
export class Game {
  readonly #inner: Inner;
  readonly #head: GameHead;
  /** The parts that came through the binding earlier and are still valid. */
  #history: readonly PlayedMove[] = [];
  #record: GameRecord | null = null;

  constructor(inner: Inner) {
    this.#inner = inner;
    this.#head = withSharedLayout(JSON.parse(inner.head()) as GameHead);
  }

  free(): void {
    this.#inner.free();
  }

  /**
   * The record of the game. Only the acts since the last call are passed through the binding. Records that were returned before
   * do not change.
   */
  record(): GameRecord {
    if (this.#record === null) {
      this.#record = JSON.parse(this.#inner.record()) as GameRecord;
    } else {
      const { acts } = this.#record;
      const tail = JSON.parse(this.#inner.record_after(acts.length)) as RecordTail;
      this.#record = { ...this.#record, acts: [...acts, ...tail.acts], ending: tail.ending };
    }
    return this.#record;
  }

  pdn(): string {
    return this.#inner.pdn();
  }

  /**
   * The current state of the game, with its legal moves. Only the changes since the last call are passed through the binding.
   * If there are none, only the state itself is asked for again, for example in another language.
   */
  view(nowMs: number, language: Language): GameView {
    const change = callBinding(() => this.#inner.change(this.#history.length, nowMs, language));
    const { kept, history, now, ...rest } = JSON.parse(change) as GameChange;
    this.#history = [...this.#history.slice(0, kept), ...history];
    return { ...this.#head, ...rest, ...placed(now), plies: now.ply, history: this.#history };
  }

  /** An earlier position of the game in `live`, only to look at: no move can be played there. */
  earlier(live: GameView, ply: number): GameView {
    const then = JSON.parse(callBinding(() => this.#inner.position_after(ply))) as PlyView;
    return { ...live, ...placed(then), moves: [], huffable: [], may_offer: false, touched: null, adoube: [], fault: null };
  }

  /** Plays a move input. `huff` is the other side's piece to huff first. */
  play(input: WholeMoveInput, nowMs: number, language: Language): PlayReply {
    return JSON.parse(callBinding(() => this.#inner.play(JSON.stringify(input), nowMs, language))) as PlayReply;
  }

  /** Why the piece on this square cannot move now; null if it can. */
  whyNot(square: number, language: Language): RefusalView | null {
    const answer = this.#inner.why_not(square, language);
    return answer === undefined ? null : (JSON.parse(answer) as RefusalView | null);
  }

  takeBack(plies: number, nowMs: number): void {
    callBinding(() => this.#inner.take_back(plies, nowMs));
  }

  offerDraw(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.offer_draw(side, nowMs));
  }

  acceptDraw(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.accept_draw(side, nowMs));
  }

  declineDraw(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.decline_draw(side, nowMs));
  }

  /** Whether the computer, playing `side`, accepts a draw. `score` is from its own point of view. */
  acceptsDraw(side: Side, score: Score): boolean {
    return callBinding(() => this.#inner.answer_draw_offer(side, JSON.stringify(score)));
  }

  /** The side to move touches a piece, which must then be played if it can move. */
  touch(side: Side, square: number, nowMs: number): void {
    callBinding(() => this.#inner.touch(side, square, nowMs));
  }

  /** *J'adoube*; said again, it means that the pieces have been adjusted. */
  adoube(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.adoube(side, nowMs));
  }

  /** Makes a move that the rules do not allow. Returns false if it is not possible even as an irregular move. */
  irregular(side: Side, from: number, to: number, removed: readonly number[], nowMs: number): boolean {
    try {
      callBinding(() => this.#inner.irregular(side, from, to, Uint32Array.from(removed), nowMs));
      return true;
    } catch (error) {
      if (error instanceof RulesError && error.code === 'not-irregular') return false;
      throw error;
    }
  }

  /** The opponent's irregular move is undone, and the opponent must move again. */
  correct(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.correct(side, nowMs));
  }

  /** The opponent's irregular move is accepted and can no longer be corrected. */
  letStand(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.let_stand(side, nowMs));
  }

  resign(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.resign(side, nowMs));
  }

  /** A side's time is up on the clock beside the board, in a game of two people without a clock of its own. */
  flag(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.flag(side, nowMs));
  }

  /** Resumes after an interruption: the current turn begins again on the clock. */
  resume(nowMs: number): void {
    callBinding(() => this.#inner.resume(nowMs));
  }

  /** Lets time pass. The side whose time is up loses. Returns whether that has just happened. */
  tick(nowMs: number): boolean {
    return callBinding(() => this.#inner.tick(nowMs));
  }
}

/** A position, with its pieces in the form that the board needs. */
function placed({ pieces, ...position }: PlyView): Omit<PlyView, 'pieces'> & { pieces: PieceView[] } {
  const placed: PieceView[] = [];
  [...pieces].forEach((letter, index) => {
    if (letter === '.') return;
    const small = letter.toLowerCase();
    placed.push({ square: index + 1, side: small === 'w' ? 'white' : 'black', kind: small === letter ? 'man' : 'king' });
  });
  return { ...position, pieces: placed };
}
