/**
 * The page's door to the rules and to games in progress (crates/wasm, its module `play`): typed calls in, typed values
 * out. The module is fetched when `openDoor` is first called; everything after that answers at once, without a network.
 * Files of games are read by `study.ts`, the engine is asked through `engine.ts`. No rule is written here.
 */
import { DoorError, opened, through } from './through';
import init, * as wasm from './wasm/play.js';
import wasmAddress from './wasm/play_bg.wasm?url';
import type {
  BoardLayout,
  FenReply,
  GameRecord,
  GameSettings,
  GameView,
  Language,
  PlayReply,
  PositionView,
  RefusalView,
  Score,
  Side,
} from './model';

/** Fetches the rules, once. A failed fetch may be tried again. */
export const openDoor: () => Promise<Door> = opened(
  () => init({ module_or_path: wasmAddress }),
  () => new Door(),
);

/** The rules, ready to be asked. */
export class Door {
  newGame(variant: string, settings: GameSettings, nowMs: number): Game {
    return through(() => new Game(new wasm.Game(variant, JSON.stringify(settings), nowMs)));
  }

  /** Rebuilds a game from its record. Throws with a sentence when the record does not replay. */
  openGame(record: GameRecord): Game {
    return through(() => new Game(wasm.Game.from_record(JSON.stringify(record))));
  }

  startView(variant: string): PositionView {
    return withSharedLayout(JSON.parse(wasm.start_view(variant)) as PositionView);
  }

  checkFen(variant: string, fen: string, language: Language): FenReply {
    const reply = JSON.parse(wasm.check_fen(variant, fen, language)) as FenReply;
    return 'ok' in reply ? { ok: withSharedLayout(reply.ok) } : reply;
  }
}

/** A move that somebody wants: its ends, what was named in between, and the piece to huff before it. */
export interface WholeWish {
  from: number;
  to: number;
  via: readonly number[];
  huff: number | null;
}

/** A game in progress: the club's session, with its clock and its offers. Free it when it is put away. */
export class Game {
  readonly #inner: wasm.Game;

  constructor(inner: wasm.Game) {
    this.#inner = inner;
  }

  free(): void {
    this.#inner.free();
  }

  record(): GameRecord {
    return JSON.parse(this.#inner.record()) as GameRecord;
  }

  pdn(): string {
    return this.#inner.pdn();
  }

  /** The position after `ply` half-moves; without it, the present one, with its legal moves. */
  view(ply: number | null, nowMs: number, language: Language): GameView {
    return withSharedLayout(JSON.parse(this.#inner.view(ply ?? undefined, nowMs, language)) as GameView);
  }

  /** Plays what is wanted; `huff` is the piece of the other side to be huffed first. */
  play(wish: WholeWish, nowMs: number, language: Language): PlayReply {
    return JSON.parse(through(() => this.#inner.play(JSON.stringify(wish), nowMs, language))) as PlayReply;
  }

  /** Why the piece on this square cannot be moved now; null when it can. */
  whyNot(square: number, language: Language): RefusalView | null {
    const answer = this.#inner.why_not(square, language);
    return answer === undefined ? null : (JSON.parse(answer) as RefusalView | null);
  }

  takeBack(plies: number, nowMs: number): void {
    through(() => this.#inner.take_back(plies, nowMs));
  }

  offerDraw(side: Side, nowMs: number): void {
    through(() => this.#inner.offer_draw(side, nowMs));
  }

  acceptDraw(side: Side, nowMs: number): void {
    through(() => this.#inner.accept_draw(side, nowMs));
  }

  declineDraw(side: Side, nowMs: number): void {
    through(() => this.#inner.decline_draw(side, nowMs));
  }

  /** Whether the computer, playing `side`, accepts a draw; `score` is how it sees the position. */
  acceptsDraw(side: Side, score: Score): boolean {
    return through(() => this.#inner.answer_draw_offer(side, JSON.stringify(score)));
  }

  /** The side to move touches a piece, which is to be played if it can. */
  touch(side: Side, square: number, nowMs: number): void {
    through(() => this.#inner.touch(side, square, nowMs));
  }

  /** *J'adoube*; said once more, the pieces are in order again. */
  adoube(side: Side, nowMs: number): void {
    through(() => this.#inner.adoube(side, nowMs));
  }

  /** Does on the board what no rule allows. False: it cannot even be done as an irregular move. */
  irregular(side: Side, from: number, to: number, removed: readonly number[], nowMs: number): boolean {
    try {
      through(() => this.#inner.irregular(side, from, to, Uint32Array.from(removed), nowMs));
      return true;
    } catch (error) {
      if (error instanceof DoorError && error.code === 'not-irregular') return false;
      throw error;
    }
  }

  /** The opponent's irregular move is undone, and is to be made again. */
  correct(side: Side, nowMs: number): void {
    through(() => this.#inner.correct(side, nowMs));
  }

  /** The opponent's irregular move cannot be corrected any more. */
  letStand(side: Side, nowMs: number): void {
    through(() => this.#inner.let_stand(side, nowMs));
  }

  resign(side: Side, nowMs: number): void {
    through(() => this.#inner.resign(side, nowMs));
  }

  /** Goes on after an interruption: the present turn begins anew on the clock. */
  resume(nowMs: number): void {
    through(() => this.#inner.resume(nowMs));
  }

  /** Lets time pass: the side whose time is up loses. */
  tick(nowMs: number): void {
    through(() => this.#inner.tick(nowMs));
  }
}

const layouts = new Map<string, BoardLayout>();

/** Makes all views of one variant share one layout, so that a board knows at a glance that it has not changed. */
function withSharedLayout<V extends { variant: string; board: BoardLayout }>(view: V): V {
  const shared = layouts.get(view.variant) ?? view.board;
  layouts.set(view.variant, shared);
  return { ...view, board: shared };
}
