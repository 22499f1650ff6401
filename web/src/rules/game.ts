/**
 * A game in progress behind the rules binding (crates/wasm/src/play/game.rs), with types. After an
 * act only changes pass the binding; this class assembles the whole view. All rules are in Rust.
 */
import { withSharedLayout } from './layouts';
import type { GameRecord, GameView, Language, PieceView, PlayedMove, PlayReply, RefusalView, Score, Side } from './model';
import { RulesError, callBinding } from './call-binding';
import type { GameChange, GameHead, PlyView, RecordTail } from './types';
import type { Game as Inner } from './wasm/play.js';

/** The user's input of a move: start and end, intermediate squares, and a piece to huff first. */
export interface WholeMoveInput {
  from: number;
  to: number;
  via: readonly number[];
  huff: number | null;
}

/** A game in progress: the session with its clock and its offers. The owner frees it. */
export class Game {
  readonly #inner: Inner;
  readonly #head: GameHead;
  /** The parts received through the binding that are still valid. */
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
   * The record of the game. Only the acts since the last call pass the binding. Records returned
   * earlier do not change.
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
   * The current state of the game, with its legal moves. Only the changes since the last call pass
   * the binding. Without changes only the state itself is read again, for example in another
   * language.
   */
  view(nowMs: number, language: Language): GameView {
    const change = callBinding(() => this.#inner.change(this.#history.length, nowMs, language));
    const { kept, history, now, ...rest } = JSON.parse(change) as GameChange;
    this.#history = [...this.#history.slice(0, kept), ...history];
    return { ...this.#head, ...rest, ...placed(now), plies: now.ply, history: this.#history };
  }

  /** An earlier position of the game in `live`, for display: no move can be played there. */
  earlier(live: GameView, ply: number): GameView {
    const then = JSON.parse(callBinding(() => this.#inner.position_after(ply))) as PlyView;
    return { ...live, ...placed(then), moves: [], huffable: [], may_offer: false, touched: null, adoube: [], fault: null };
  }

  /** Plays a move input. `huff` is the opponent's piece to huff first. */
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

  /** Whether the engine, playing `side`, accepts a draw. `score` is from its side. */
  acceptsDraw(side: Side, score: Score): boolean {
    return callBinding(() => this.#inner.answer_draw_offer(side, JSON.stringify(score)));
  }

  /** The side to move touches a piece, which it must then play if the piece can move. */
  touch(side: Side, square: number, nowMs: number): void {
    callBinding(() => this.#inner.touch(side, square, nowMs));
  }

  /** The side to move says j'adoube; the second time it has finished adjusting pieces. */
  adoube(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.adoube(side, nowMs));
  }

  /**
   * Makes a move that the rules do not allow. Returns false if it is not possible even as an
   * irregular move.
   */
  irregular(side: Side, from: number, to: number, removed: readonly number[], nowMs: number): boolean {
    try {
      callBinding(() => this.#inner.irregular(side, from, to, Uint32Array.from(removed), nowMs));
      return true;
    } catch (error) {
      if (error instanceof RulesError && error.code === 'not-irregular') return false;
      throw error;
    }
  }

  /** Undoes the opponent's irregular move; the opponent must move again. */
  correct(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.correct(side, nowMs));
  }

  /** Accepts the opponent's irregular move, which can no longer be corrected. */
  letStand(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.let_stand(side, nowMs));
  }

  resign(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.resign(side, nowMs));
  }

  /** A side's time is up on an external clock, in a game of two people on this device. */
  flag(side: Side, nowMs: number): void {
    callBinding(() => this.#inner.flag(side, nowMs));
  }

  /**
   * Resumes an interrupted game: on the clock, the current turn gets back `lostMs`, or begins again
   * if that is null.
   */
  resume(nowMs: number, lostMs: number | null = null): void {
    callBinding(() => this.#inner.resume(nowMs, lostMs));
  }

  /** Updates the clock. A side without time left loses. Returns whether that has just happened. */
  tick(nowMs: number): boolean {
    return callBinding(() => this.#inner.tick(nowMs));
  }
}

/** A position with its pieces in the form that the board needs. */
function placed({ pieces, ...position }: PlyView): Omit<PlyView, 'pieces'> & { pieces: PieceView[] } {
  const placed: PieceView[] = [];
  [...pieces].forEach((letter, index) => {
    if (letter === '.') return;
    const small = letter.toLowerCase();
    placed.push({ square: index + 1, side: small === 'w' ? 'white' : 'black', kind: small === letter ? 'man' : 'king' });
  });
  return { ...position, pieces: placed };
}
