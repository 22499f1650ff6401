/**
 * The state of a game on the page: the session behind the rules binding, the displayed position,
 * and whose turn it is. `opponent.svelte.ts` has the engine's part, `game-saver.ts` saves. All
 * rules are queried through the binding.
 */
import { announce } from '../board/announce';
import type { BoardMove, MoveInput, Square } from '../board/types';
import type { Game } from '../rules/game';
import type {
  GameRecord,
  GameSettings,
  GameView,
  IrregularMove,
  MoveView,
  PlayedMove,
  RefusalView,
  Score,
  Side,
} from '../rules/model';
import { language, t } from '../messages/messages.svelte';
import { movePhrases } from '../messages/spoken';
import type { Sounds } from '../sound/sounds';
import { withCompulsion } from './captures';
import { clockAfter, isUp } from './clock';
import { endingAnnouncement } from './ended';
import { jumpedOver } from './jumped';

export interface SessionEvents {
  /** Called when the record has grown and must be saved. */
  changed(record: GameRecord, plies: number): void;
}

export interface SessionOptions {
  sounds?: Sounds | null;
  now?: () => number;
  /** Whether the clock runs before the first move. */
  clockAtOnce?: () => boolean;
  /** Whether no side may move, because an external clock is stopped. */
  frozen?: () => boolean;
  /** The only side that is played here; absent if both sides are. */
  seat?: Side | 'spectator';
  /**
   * Whether the conduct rules apply to touches on the board; by default always. If not, moves are
   * only proposed: touches have no effect, and no irregular move is made.
   */
  byHand?: () => boolean;
  /** The times of an external clock, such as the server's, which decides when the time is up. */
  clockElsewhere?: () => GameView['clock'];
}

/** A move to animate, and the view after it. */
export interface Shown {
  view: GameView;
  move: BoardMove | null;
}

export class GameSession {
  #game: Game;
  readonly #events: SessionEvents;
  readonly #sounds: Sounds | null;
  readonly #now: () => number;
  readonly #clockAtOnce: () => boolean;
  readonly #frozen: () => boolean;
  readonly #seat: Side | 'spectator' | null;
  readonly #byHand: () => boolean;
  readonly #clockElsewhere: (() => GameView['clock']) | null;
  /** When the clock in `live` was read. */
  #clockSet = 0;

  readonly startFen: string;
  readonly settings: GameSettings;
  live = $state.raw<GameView>() as GameView;
  /** The running clock; null if there is none. */
  clock = $state.raw<GameView['clock']>(null);
  /** Counts the changes of the game, for code that waits for one. */
  changes = $state(0);
  /** The view on the board: the current position, or an earlier one. */
  shown = $state.raw<Shown>() as Shown;
  refusal = $state.raw<RefusalView | null>(null);
  /** The moves among which the user is asked to choose. */
  choices = $state.raw<readonly BoardMove[]>([]);
  hint = $state.raw<MoveView | null>(null);
  /** The opponent's piece that is lifted, to be huffed with the next move. */
  lifted = $state<Square | null>(null);
  /** The moves that begin with the lifted piece; all legal moves if there is nothing to huff. */
  readonly moves: readonly MoveView[] = $derived.by(() => {
    const { moves, huffable } = this.shown.view;
    return huffable.length === 0 ? moves : moves.filter((move) => move.huff === this.lifted);
  });
  /** The move that the user has planned while the opponent thinks. */
  plan = $state.raw<(MoveInput & { to: Square }) | null>(null);
  /** The latest sentence for screen readers. */
  spoken = $state('');
  /** A short note about the game: a draw was declined, a move was taken back. */
  remark = $state('');

  constructor(
    game: Game,
    events: SessionEvents,
    { sounds = null, now = Date.now, clockAtOnce = () => true, frozen = () => false, byHand = () => true, seat, clockElsewhere }: SessionOptions = {},
  ) {
    this.#game = game;
    this.#events = events;
    this.#sounds = sounds;
    this.#now = now;
    this.#clockAtOnce = clockAtOnce;
    this.#frozen = frozen;
    this.#byHand = byHand;
    this.#seat = seat ?? null;
    this.#clockElsewhere = clockElsewhere ?? null;
    this.settings = game.record().settings;
    this.live = game.view(now(), language());
    this.#setClock();
    this.shown = { view: this.live, move: null };
    this.startFen = game.earlier(this.live, 0).fen;
  }

  close(): void {
    this.#game.free();
  }

  get over(): boolean {
    return this.live.outcome !== null;
  }

  /**
   * The opponent's side: the engine's or a remote player's. Null for a spectator, and if both sides
   * are played here.
   */
  get rival(): Side | null {
    if (this.#seat !== null) return this.#seat === 'spectator' ? null : otherSide(this.#seat);
    return this.computer;
  }

  /** The engine's side, if exactly one side is played by the engine. */
  get computer(): Side | null {
    const { white, black } = this.live.players;
    if ((white.kind === 'computer') === (black.kind === 'computer')) return null;
    return white.kind === 'computer' ? 'white' : 'black';
  }

  get atEnd(): boolean {
    return this.shown.view.ply === this.live.ply;
  }

  /** The side whose pieces react to a touch: the side to move, if a person here plays it. */
  get hand(): Side | null {
    if (this.over || !this.atEnd || this.#frozen()) return null;
    if (this.#seat !== null && this.#seat !== this.live.side) return null;
    return this.live.players[this.live.side].kind === 'person' ? this.live.side : null;
  }

  /**
   * Whether the side to move may offer a draw. It depends on the conduct rules, and both sides must
   * have moved.
   */
  get mayOfferDraw(): boolean {
    return this.hand !== null && this.live.ply >= 2 && this.live.may_offer;
  }

  /** Whether irregular moves can be made on the board, on which the opponent decides. */
  get free(): boolean {
    const { conduct, players } = this.live;
    const people = players.white.kind === 'person' && players.black.kind === 'person';
    return this.handCounts && conduct?.irregular_moves === true && people;
  }

  /** Whether the user is to move and the conduct rules apply to touches on the board. */
  get handCounts(): boolean {
    return this.hand !== null && this.#byHand();
  }

  /**
   * The side that can plan its next move while the opponent thinks: the user's side against the
   * engine, in a game with a clock, or against a remote player. Under touch-move nothing can be
   * planned.
   */
  get planner(): Side | null {
    const { players, side, conduct } = this.live;
    const other = otherSide(side);
    if (this.#seat !== null) {
      const mayPlan = this.#seat === other && !this.over && this.atEnd && !this.#frozen();
      return mayPlan && conduct?.touched_is_played !== true ? other : null;
    }
    const waits = players[side].kind === 'computer' && players[other].kind === 'person';
    return !this.over && this.atEnd && this.clock !== null && waits ? other : null;
  }

  /** The irregular move on the board that the side to move can still demand to be corrected. */
  get fault(): IrregularMove | null {
    return this.atEnd ? this.live.fault : null;
  }

  get lastMove(): PlayedMove | null {
    return this.shown.view.history[this.shown.view.ply - 1] ?? null;
  }

  record(): GameRecord {
    return this.#game.record();
  }

  pdn(): string {
    return this.#game.pdn();
  }

  /**
   * The moves to the position after this many plies, for the engine. They start after the last
   * irregular move, because the engine needs legal moves.
   */
  line(ply: number): { fen: string; moves: string[] } {
    const { history } = this.live;
    const begins = 1 + history.slice(0, ply).findLastIndex((move) => move.irregular);
    const fen = begins === 0 ? this.startFen : this.#game.earlier(this.live, begins).fen;
    return { fen, moves: history.slice(begins, ply).map((move) => move.text) };
  }

  /** The game after this many plies. */
  viewAt(ply: number): GameView {
    return ply === this.live.ply ? this.live : this.#game.earlier(this.live, ply);
  }

  /**
   * Whether hints and explanations are available: while a person is to move in the displayed
   * position.
   */
  get mayBeHelped(): boolean {
    return this.hand !== null;
  }

  play(move: BoardMove): void {
    this.tryMove({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: move.huff }, move);
  }

  /**
   * Lifts a piece that may be huffed, or puts it back. It is huffed only together with the move.
   */
  liftToHuff(square: Square): void {
    if (!this.shown.view.huffable.includes(square) || this.hand === null) return;
    this.#quiet();
    this.lifted = this.lifted === square ? null : square;
    const values = { square: this.nameOf(square) };
    this.spoken = this.lifted === null ? t('huff.said.back', values) : t('huff.said.lifted', values);
  }

  /**
   * Tries a move, and shows the reason if it is refused. Returns whether the path ends inside a
   * capture that can continue: then no reason is shown, and the user adds the rest.
   */
  tryMove(input: MoveInput, meant: BoardMove | null = null): boolean {
    if (this.planner !== null && this.live.pieces.some((piece) => piece.square === input.from && piece.side === this.planner)) {
      this.#planMove(input);
      return false;
    }
    if (this.#seat !== null && this.hand === null) return false; // the pieces are a remote player's
    this.#quiet();
    if (input.to === null) {
      this.#refuse(this.#game.whyNot(input.from, language()));
      return false;
    }
    const before = this.live;
    const huff = input.huff === undefined ? this.lifted : input.huff;
    // The time before the first move does not count, so the turn begins again with this move.
    if (this.#waiting) this.#game.resume(this.#now());
    let reply = this.#game.play({ ...input, to: input.to, huff }, this.#now(), language());
    if ('ambiguous' in reply) {
      const same = meant && reply.ambiguous.find((move) => sameCapture(move, meant));
      if (!same) {
        this.choices = reply.ambiguous;
        return false;
      }
      const via = same.path.slice(1, -1);
      reply = this.#game.play({ from: same.from, to: same.to, via, huff }, this.#now(), language());
    }
    if ('refused' in reply) {
      if (reply.refused.code === 'capture-goes-on' && !input.stops) return true;
      if (!this.#makeIrregular(input.from, input.via, input.to)) this.#refuse(reply.refused);
      return false;
    }
    if (!('played' in reply)) return false;
    const { played } = reply;
    this.#update(played);
    this.spoken = announce(played, before.pieces, (square) => this.nameOf(square), movePhrases());
    this.#sounds?.move(played, this.live.outcome !== null);
    if (before.fault) this.remark = t('conduct.said.covered');
    if (this.live.outcome) this.spoken = `${this.spoken}. ${endingAnnouncement(this.live.outcome, this.rival)}`;
    else if (this.hand !== null) this.spoken = withCompulsion(this.spoken, this.live.variant, this.moves);
    this.#playPlan();
    return false;
  }

  /** Plans a move for the user's next turn. Touching only a piece cancels the plan. */
  #planMove(input: MoveInput): void {
    const to = input.to;
    this.plan = to === null || to === input.from ? null : { ...input, to };
    this.spoken = this.plan ? t('plan.said', { from: this.nameOf(input.from), to: this.nameOf(this.plan.to) }) : t('plan.said.gone');
  }

  /** Plays the planned move if it is legal now; otherwise drops it silently. */
  #playPlan(): void {
    const { plan } = this;
    this.plan = null;
    if (!plan || this.hand === null) return;
    if (this.live.moves.some((move) => move.from === plan.from && move.to === plan.to)) this.tryMove(plan);
  }

  /** A piece was selected. Under touch-move it must be played, if it can move. */
  touch(square: Square): void {
    const { conduct, touched, adoube, moves } = this.live;
    const { hand, lifted } = this;
    this.refusal = null; // a piece that can move is selected, so the refusal is outdated
    if (hand === null || !this.#byHand() || !conduct?.touched_is_played || touched !== null || adoube.includes(hand)) return;
    if (!moves.some((move) => move.from === square)) return;
    this.#do(() => this.#game.touch(hand, square, this.#now()));
    this.lifted = lifted; // the piece to huff stays lifted
    this.spoken = t('conduct.said.touched', { square: this.nameOf(square) });
  }

  /** The side to move says j'adoube, or has finished adjusting its pieces. */
  adoube(): void {
    const { hand, lifted } = this;
    if (hand === null) return;
    const done = this.live.adoube.includes(hand);
    this.#do(() => this.#game.adoube(hand, this.#now()), t(done ? 'conduct.said.adoubeDone' : 'conduct.said.adoube'));
    this.lifted = lifted;
  }

  /** The side to move demands that the irregular move is corrected. */
  correct(): void {
    const { hand, lastMove } = this;
    if (hand === null || !lastMove) return;
    this.#do(() => this.#game.correct(hand, this.#now()), t('conduct.said.corrected', { move: lastMove.text }));
  }

  /** The side to move accepts the irregular move. */
  letStand(): void {
    const { hand, lastMove } = this;
    if (hand === null || !lastMove) return;
    this.#do(() => this.#game.letStand(hand, this.#now()), t('conduct.said.stands', { move: lastMove.text }));
  }

  /** Makes an irregular move if the conduct rules allow it. Returns whether it was made. */
  #makeIrregular(from: Square, via: readonly Square[], to: Square): boolean {
    const { hand } = this;
    const { touched, board, pieces } = this.live;
    if (!this.free || hand === null || (touched !== null && touched !== from)) return false;
    const removed = jumpedOver(board, pieces, hand, [from, ...via, to]);
    if (!this.#game.irregular(hand, from, to, removed, this.#now())) return false;
    const view = this.#update(null);
    const made = view.history.at(-1);
    if (!made) return true;
    const move = shownMove(made);
    this.shown = { view, move };
    const said = t('conduct.said.irregular', { move: made.text });
    this.spoken = view.fault?.sentence ? `${said} ${view.fault.sentence}` : said;
    this.#sounds?.move(move, false);
    return true;
  }

  nameOf(square: Square): string {
    return this.live.board.squares.find((s) => s.square === square)?.name ?? String(square);
  }

  takeBack(plies: number): void {
    if (plies < 1 || plies > this.live.ply) return;
    this.#do(() => this.#game.takeBack(plies, this.#now()), t('play.said.takenBack'));
  }

  /** A side's time is up on the external clock. */
  loseOnTime(side: Side): void {
    this.#do(() => this.#game.flag(side, this.#now()));
  }

  resign(side: Side): void {
    this.#do(() => this.#game.resign(side, this.#now()));
  }

  offerDraw(side: Side): void {
    const { white, black } = this.live.players;
    // Two people answer from the same device, so the message says whose move comes first.
    const people = white.kind === 'person' && black.kind === 'person';
    this.#do(() => this.#game.offerDraw(side, this.#now()), t(people ? 'play.said.offered.people' : 'play.said.offered'));
  }

  /** Whether the engine, playing `side`, would accept a draw. `score` is from its side. */
  wouldAcceptDraw(side: Side, score: Score): boolean {
    return this.#game.acceptsDraw(side, score);
  }

  acceptDraw(side: Side): void {
    this.#do(() => this.#game.acceptDraw(side, this.#now()));
  }

  declineDraw(side: Side): void {
    this.#do(() => this.#game.declineDraw(side, this.#now()), t('play.said.declined'));
  }

  /**
   * Resumes a game that was closed for this long, or for an unknown time: then its turn begins
   * again.
   */
  resume(closedMs: number | null = null): void {
    // A new game with a clock that runs at once has not been closed.
    const begun = this.live.ply > 0 || (closedMs !== null && !this.#waiting);
    if (this.clock?.running != null && begun) this.#do(() => this.#game.resume(this.#now(), closedMs));
  }

  /** Whether the clock is stopped until the first move. */
  get #waiting(): boolean {
    return this.live.clock?.running != null && this.live.ply === 0 && !this.#clockAtOnce();
  }

  /**
   * Continues with the game as rebuilt from the server's acts, which may include the opponent's and
   * exclude rejected ones. A new move is animated; anything else is displayed at once. `remark`
   * describes what has happened.
   */
  goOnWith(game: Game, remark = ''): void {
    const { atEnd, lifted } = this;
    const before = this.live;
    const wasOver = this.over;
    const touchedHere = this.hand;
    const earlier = this.shown.view.ply;
    this.#game.free();
    this.#game = game;
    this.live = game.view(this.#now(), language());
    this.#setClock();
    const { history } = this.live;
    const same = (count: number): boolean => before.history.slice(0, count).every((move, at) => history[at]?.text === move.text);
    const fresh = history.length === before.history.length + 1 && same(before.history.length) ? history.at(-1) : undefined;
    const unchanged = history.length === before.history.length && same(history.length) && this.over === wasOver;
    if (unchanged) {
      this.shown = atEnd ? { view: this.live, move: this.shown.move } : { view: this.viewAt(earlier), move: null };
      if (this.hand !== null && this.hand === touchedHere) this.lifted = lifted; // the piece to huff stays lifted
    } else {
      this.#quiet();
      this.lifted = null;
      const move = fresh && !fresh.irregular ? shownMove(fresh) : null;
      this.shown = { view: this.live, move };
      this.changes += 1;
      if (fresh) {
        this.spoken = this.#moveSentence(fresh, before.pieces);
        this.#sounds?.move(shownMove(fresh), this.over);
      } else if (this.over && !wasOver) this.#sounds?.ending();
      if (this.live.outcome) this.spoken = [fresh ? this.spoken : '', endingAnnouncement(this.live.outcome, this.rival)].filter(Boolean).join('. ');
      else if (fresh && this.hand !== null) this.spoken = withCompulsion(this.spoken, this.live.variant, this.moves);
    }
    if (remark) {
      this.remark = remark;
      if (!this.over) this.spoken = remark;
    }
    if (fresh) this.#playPlan();
    else if (!unchanged) this.plan = null;
  }

  /** The sentence for a move of the history; `before` are the pieces before it. */
  #moveSentence(move: PlayedMove, before: GameView['pieces']): string {
    return move.irregular
      ? t('conduct.said.irregular', { move: move.text })
      : announce(shownMove(move), before, (square) => this.nameOf(square), movePhrases());
  }

  /**
   * Updates the clock. The side whose time is up loses. The rules are called only at that point.
   */
  tick(): void {
    if (this.#clockElsewhere) {
      this.clock = this.#clockElsewhere();
      return;
    }
    if (this.live.clock?.running == null || this.#waiting) return;
    this.clock = clockAfter(this.live.clock, this.#now() - this.#clockSet);
    if (!isUp(this.clock)) return;
    // A move after the time was up may have ended the game already.
    if (this.#game.tick(this.#now()) || this.#game.view(this.#now(), language()).outcome) {
      this.#quiet();
      this.#update(null);
      this.spoken = this.live.outcome ? endingAnnouncement(this.live.outcome, this.rival) : '';
      this.#sounds?.ending();
    } else {
      this.live = this.#game.view(this.#now(), language()); // the clock of the rules differs, and it decides
      this.#setClock();
    }
  }

  /**
   * Displays the position after this many plies. The move to it is animated if it is the next one.
   */
  goTo(ply: number): void {
    const wanted = Math.max(0, Math.min(ply, this.live.ply));
    if (wanted === this.shown.view.ply) return;
    const forward = wanted === this.shown.view.ply + 1;
    const view = this.viewAt(wanted);
    this.#quiet();
    const move = forward ? view.history[wanted - 1] : undefined;
    this.lifted = null;
    this.shown = { view, move: move ? shownMove(move) : null };
    const last = view.history[wanted - 1];
    this.spoken = last ? last.text : t('play.said.start');
  }

  /** Updates all texts to the chosen language. */
  retell(): void {
    const at = this.shown.view.ply;
    const atEnd = this.atEnd;
    this.live = this.#game.view(this.#now(), language());
    this.#setClock();
    this.shown = { view: atEnd ? this.live : this.#game.earlier(this.live, at), move: null };
    this.#quiet();
  }

  /** Displays a move and announces it to screen readers. */
  propose(move: MoveView | null): void {
    this.refusal = null;
    this.hint = move;
    if (move) this.spoken = t('word.hint.spoken', { move: announce(move, this.live.pieces, (square) => this.nameOf(square), movePhrases()) });
  }

  #do(act: () => void, remark = ''): void {
    this.#quiet();
    this.plan = null;
    try {
      // The time before the first move does not count: the rules read the clock in every act.
      if (this.#waiting) this.#game.resume(this.#now());
      act();
    } catch (error) {
      console.error(error);
      this.remark = t('trouble.general');
      return;
    }
    this.#update(null);
    this.remark = remark;
    this.spoken = this.live.outcome ? endingAnnouncement(this.live.outcome, this.rival) : remark;
    if (this.live.outcome) this.#sounds?.ending();
  }

  #update(move: MoveView | null): GameView {
    this.live = this.#game.view(this.#now(), language());
    this.#setClock();
    this.lifted = null;
    this.shown = { view: this.live, move };
    this.changes += 1;
    this.#events.changed(this.#game.record(), this.live.ply);
    return this.live;
  }

  /** From now on the clock counts down from the times returned by the rules. */
  #setClock(): void {
    if (this.#clockElsewhere) {
      this.clock = this.#clockElsewhere();
      return;
    }
    const initial = this.settings.clock?.initial_ms ?? 0;
    this.clock = this.live.clock && this.#waiting ? { ...this.live.clock, white_ms: initial, black_ms: initial } : this.live.clock;
    this.#clockSet = this.#now();
  }

  #refuse(refusal: RefusalView | null): void {
    this.refusal = refusal;
    if (!refusal) return;
    this.#sounds?.refusal();
  }

  #quiet(): void {
    this.refusal = null;
    this.choices = [];
    this.hint = null;
    this.remark = '';
  }
}

function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** A move of the history in the form that the board needs. */
export function shownMove(move: PlayedMove): BoardMove {
  return { ...move, long: move.text };
}

/** Whether two moves have the same start and end and capture the same pieces. */
export function sameCapture(a: BoardMove, b: BoardMove): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.captured.length === b.captured.length &&
    a.captured.every((square) => b.captured.includes(square))
  );
}
