/**
 * The board component, without any framework. It gets a view (position, legal moves, marks) and reports what the user does; it
 * never decides what is legal.
 */
import { show, type Pace } from './animate';
import { Geometry } from './geometry';
import { Grid } from './grid';
import { listenToKeys } from './keyboard';
import { listenToPointer } from './pointer';
import { Renderer } from './render';
import { back, distinguishing, drop, reachable, takenSoFar, tap, type MoveChoices, type Selection, type Step } from './state';
import type { BoardEvents, BoardMove, BoardPiece, BoardView, BoardWords, MoveInput, ShapeColour, Square } from './types';
import './board.css';
import './pieces.css';

export interface BoardOptions {
  events: Partial<BoardEvents>;
  /** For setting up a position: a touch puts a piece down instead of playing. */
  editable?: boolean;
  markable?: boolean;
}

export class Board {
  readonly #root = document.createElement('div');
  readonly #renderer = new Renderer();
  readonly #grid = new Grid();
  readonly #options: BoardOptions;
  readonly #stopListening: (() => void)[];
  #geometry = new Geometry({ width: 1, height: 1, cells: 'dark', letters: false, squares: [] }, false);
  #view: BoardView | null = null;
  #words: BoardWords;
  #pieces = new Map<Square, BoardPiece>();
  #selection: Selection | null = null;
  /** The squares that the dragged piece has entered. */
  #trail: Square[] | null = null;
  /** Where the dragged piece is shown while it is off its square, in squares. */
  #held: { from: Square; x: number; y: number; dropped: boolean } | null = null;
  #showing: AbortController | null = null;
  /** The first square of an arrow that is drawn with the keyboard. */
  #arrowFrom: Square | null = null;

  constructor(host: HTMLElement, words: BoardWords, options: BoardOptions) {
    this.#words = words;
    this.#options = options;
    this.#root.className = 'board';
    this.#root.append(this.#renderer.svg, this.#grid.root);
    host.append(this.#root);
    this.#stopListening = [
      listenToPointer(this.#root, {
        squareAt: (x, y) => this.#squareAt(x, y),
        squareWith: (x, y) => this.#squareWith(x, y),
        draggable: (square) => this.#canLift(square),
        touch: (square) => this.#touch(square),
        lift: (from) => this.#lift(from),
        drag: (x, y, over) => this.#drag(x, y, over),
        drop: (over) => this.#drop(over),
        abandon: () => this.#abandon(),
        painting: () => options.editable === true && !this.#view?.carrying,
        paint: (square, goesOn) => this.#paint(square, goesOn),
        draws: (event) => this.#draws(event),
        mark: (shape) => options.events.mark?.(shape),
      }),
      listenToKeys(this.#grid.root, {
        geometry: () => this.#geometry,
        here: () => this.#grid.focused,
        go: (square) => this.#grid.focus(square),
        touch: (square) => this.#touch(square),
        back: () => this.cancel(),
      }),
    ];
  }

  destroy(): void {
    this.#showing?.abort();
    for (const stop of this.#stopListening) stop();
    this.#root.remove();
  }

  setWords(words: BoardWords): void {
    this.#words = words;
    this.#refresh();
  }

  /**
   * Shows a view. With `move`, the pieces first make this move, at this pace. The promise resolves when the new position is
   * shown completely (without a move: at once). A later call ends an earlier one.
   */
  async set(view: BoardView, move: BoardMove | null = null, pace: Pace = 'none'): Promise<void> {
    const old = this.#view;
    const relaid =
      !old || old.layout !== view.layout || old.flipped !== view.flipped || old.numbers !== view.numbers;
    if (this.#showing && !move && !relaid && old.pieces === view.pieces && old.moves === view.moves) {
      this.#view = view; // only marks have changed, so the animation goes on
      this.#refresh({ keepPieces: true });
      return;
    }
    this.#showing?.abort();
    this.#showing = null;
    this.#view = view;
    if (relaid) this.#lay(view);
    if (!old || old.moves !== view.moves || old.mine !== view.mine || old.carrying !== view.carrying) this.#forget(this.#goesOn(old, view, move));
    const held = this.#held;
    this.#held = null;
    this.#pieces = new Map(view.pieces.map((p) => [p.square, p]));
    const mover = move && !relaid ? this.#renderer.pieceAt(move.from) : null;
    if (!move || !mover || pace === 'none') {
      this.#refresh();
      return;
    }
    const showing = new AbortController();
    this.#showing = showing;
    this.#refresh({ keepPieces: true });
    this.#renderer.float(move.from, held?.from === move.from ? held : this.#geometry.at(move.from));
    const huffed = this.#huffed(move, old?.lifted ?? null);
    const [points, victims] = [this.#wayOf(move, held), this.#victims(move)];
    await show({ mover, points, victims, huffed, pace }, showing.signal);
    if (this.#showing === showing) {
      this.#showing = null;
      this.#refresh();
    }
  }

  /**
   * Cancels the last step: first an arrow that is begun, then the question, then the squares touched on the way, then the
   * selected piece. Returns whether there was anything to cancel.
   */
  cancel(): boolean {
    if (this.#arrowFrom !== null) {
      this.#begin(null);
      return true;
    }
    const had = this.#selection !== null && this.#selection.from !== this.#view?.touched;
    if (this.#selection) this.#take({ selection: back(this.#selection), effect: { kind: 'none' } });
    return had;
  }

  /** Begins an arrow that is drawn with the keyboard, or drops it. */
  #begin(from: Square | null): void {
    this.#arrowFrom = from;
    this.#options.events.begin?.(from);
    this.#refresh();
  }

  squareUnder(clientX: number, clientY: number): Square | null {
    return this.#squareAt(clientX, clientY);
  }

  answer(move: BoardMove): void {
    this.#take({ selection: null, effect: { kind: 'play', move } });
  }

  #lay(view: BoardView): void {
    this.#geometry = new Geometry(view.layout, view.flipped);
    this.#renderer.layout(this.#geometry, view.numbers);
    const { style } = this.#grid.root;
    const { inset } = this.#renderer;
    style.inset = [inset.top, inset.right, inset.bottom, inset.left].map((part) => `${part * 100}%`).join(' ');
    this.#grid.build(this.#geometry);
  }

  /** The centres that the piece still has to pass, beginning where it is shown now. */
  #wayOf(move: BoardMove, held: { from: Square; x: number; y: number; dropped: boolean } | null) {
    const points = move.path.map((square) => this.#geometry.at(square));
    if (held?.from !== move.from) return points;
    // The piece was dropped, or it waits on a path of the user's own, so it goes straight to the end.
    const reached = held.dropped ? -1 : points.findIndex((p) => p.x === held.x && p.y === held.y);
    return [held, ...(reached < 0 ? points.slice(-1) : points.slice(reached + 1))];
  }

  #victims(move: BoardMove): SVGGElement[] {
    return move.captured.map((square) => this.#renderer.pieceAt(square)).filter((group) => group !== null);
  }

  /** The piece that leaves the board before the move; none if the user has lifted it already. */
  #huffed(move: BoardMove, lifted: Square | null): SVGGElement | null {
    const piece = move.huff === null ? null : this.#renderer.pieceAt(move.huff);
    if (!piece || lifted !== move.huff) return piece;
    piece.style.opacity = '0';
    return null;
  }

  get #moveChoices(): MoveChoices {
    const view = this.#view;
    const mine = view?.mine ?? null;
    // A piece that is lifted to be huffed counts as gone.
    const sideAt = (square: Square) => (square === view?.lifted ? null : (this.#pieces.get(square)?.side ?? null));
    return {
      moves: view?.moves ?? [],
      isMine: (square) => mine !== null && sideAt(square) === mine,
      isTheirs: (square) => mine !== null && sideAt(square) !== null && sideAt(square) !== mine,
      isFree: (square) => {
        if (!view?.free || sideAt(square) !== mine) return false;
        return view.touched === null || view.touched === square;
      },
      visited: (move) => this.#geometry.visited(move),
    };
  }

  #squareAt(clientX: number, clientY: number): Square | null {
    const point = this.#pointAt(clientX, clientY);
    return this.#geometry.nearest(point.x, point.y);
  }

  #squareWith(clientX: number, clientY: number): Square | null {
    const point = this.#pointAt(clientX, clientY);
    return this.#geometry.seen.find(({ x, y }) => Math.floor(point.x) === x && Math.floor(point.y) === y)?.square ?? null;
  }

  #pointAt(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.#grid.root.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * this.#geometry.width,
      y: ((clientY - box.top) / box.height) * this.#geometry.height,
    };
  }

  #canLift(square: Square): boolean {
    if (this.#selection?.choosing) return false;
    if (this.#view?.carrying) return this.#pieces.has(square);
    return (this.#view?.moves ?? []).some((move) => move.from === square) || this.#moveChoices.isFree(square);
  }

  /** The selection that remains if the selected piece must be played (touch-move). */
  get #bound(): Selection | null {
    const touched = this.#view?.touched ?? null;
    return touched === null ? null : { from: touched, via: [], choosing: null };
  }

  #settle(): void {
    if (!this.#showing) return;
    this.#showing.abort();
    this.#showing = null;
    this.#refresh();
  }

  /** The colour that this press draws in. Modifier keys choose among the four colours. */
  #draws(event: PointerEvent): ShapeColour | null {
    if (!this.#options.markable) return null;
    if (event.button !== 2) return this.#view?.drawing ?? null;
    if (event.shiftKey) return 'R';
    if (event.altKey) return 'B';
    return event.ctrlKey || event.metaKey ? 'Y' : 'G';
  }

  /** Draws with the keyboard: the first touch begins an arrow and the second ends it; twice the same square draws a circle. */
  #drawByKeys(square: Square, colour: ShapeColour): void {
    if (this.#arrowFrom === null) {
      this.#begin(square);
    } else {
      this.#options.events.mark?.({ colour, from: this.#arrowFrom, to: this.#arrowFrom === square ? null : square });
      this.#arrowFrom = null;
    }
    this.#refresh();
  }

  #touch(square: Square): void {
    this.#settle();
    this.#grid.focusable(square);
    const drawing = this.#options.markable ? (this.#view?.drawing ?? null) : null;
    if (drawing) this.#drawByKeys(square, drawing);
    else if (this.#view?.carrying) this.#carryByTouches(square);
    else if (this.#options.editable) this.#options.events.paint?.(square, false);
    else if (this.#huffs(square)) this.#options.events.huff?.(square);
    else if (this.#view?.mine) this.#take(tap(this.#moveChoices, this.#selection, square));
  }

  #paint(square: Square, goesOn: boolean): void {
    this.#settle();
    this.#grid.focusable(square);
    this.#options.events.paint?.(square, goesOn);
  }

  /** Whether a touch huffs the piece on a square. It does not if it is lifted already and the selected piece can go there. */
  #huffs(square: Square): boolean {
    if (!this.#view?.huffable.includes(square)) return false;
    if (!this.#selection) return true;
    const { ends, passing } = reachable(this.#moveChoices, this.#selection);
    return !ends.has(square) && !passing.has(square);
  }

  #lift(from: Square): void {
    this.#settle();
    const fresh = this.#selection?.from !== from;
    if (fresh) this.#selection = { from, via: [], choosing: null };
    this.#trail = [];
    this.#root.classList.add('dragging');
    this.#refresh();
    if (fresh) this.#options.events.touch?.(from);
  }

  #drag(clientX: number, clientY: number, over: Square | null): void {
    if (!this.#selection || !this.#trail) return;
    const { from } = this.#selection;
    const point = this.#pointAt(clientX, clientY);
    this.#held = { from, x: point.x - 0.5, y: point.y - 0.5, dropped: true };
    this.#renderer.float(from, this.#held);
    if (over !== null && over !== (this.#trail.at(-1) ?? from)) this.#trail.push(over);
  }

  #drop(over: Square | null): void {
    const trail = this.#trail ?? [];
    this.#trail = null;
    this.#root.classList.remove('dragging');
    if (!this.#selection) return;
    if (this.#view?.carrying) this.#carry(this.#selection.from, over);
    else if (over === null) this.#take({ selection: this.#selection, effect: { kind: 'none' } });
    else this.#take(drop(this.#moveChoices, this.#selection, over, trail));
  }

  #abandon(): void {
    this.#trail = null;
    this.#root.classList.remove('dragging');
    if (this.#selection) this.#take({ selection: this.#view?.carrying ? null : this.#selection, effect: { kind: 'none' } });
  }

  #carry(from: Square, to: Square | null): void {
    this.#take({ selection: null, effect: { kind: 'none' } });
    if (to !== from) this.#options.events.carry?.(from, to);
  }

  /** Moves a piece with two touches while a position is set up: first the piece, then its new square. */
  #carryByTouches(square: Square): void {
    if (this.#selection) this.#carry(this.#selection.from, square);
    else if (this.#pieces.has(square)) this.#take({ selection: { from: square, via: [], choosing: null }, effect: { kind: 'none' } });
  }

  /** Applies a step of the state machine: updates the selection and the display, and reports what happened. */
  #take({ selection: next, effect }: Step): void {
    const before = this.#selection?.from;
    const passed = this.#selection?.via.length ?? 0;
    const asked = this.#selection?.choosing ?? null;
    const selection = next ?? this.#bound;
    const waypoint = selection?.via.at(-1);
    this.#selection = selection;
    if (effect.kind === 'play') {
      this.#options.events.choose?.([]);
      this.#options.events.play?.(effect.move); // the page answers with a new view, which animates the move
      return;
    }
    this.#held =
      selection && waypoint !== undefined
        ? { from: selection.from, ...pointOf(this.#geometry, waypoint), dropped: false }
        : null;
    this.#refresh();
    if (selection && this.#held) this.#renderer.float(selection.from, this.#held);
    if (effect.kind === 'choose') this.#options.events.choose?.(effect.moves);
    else if (asked && !selection?.choosing) this.#options.events.choose?.([]);
    // A piece that goes on along its path is touched too, so that an old refusal disappears.
    const goesOn = selection !== null && effect.kind === 'none' && selection.via.length > passed;
    if (selection && (selection.from !== before || goesOn)) this.#options.events.touch?.(selection.from);
    if (effect.kind === 'refuse') this.#refused(effect.input);
  }

  /** Reports an input that fits no move. If it begins a move along another path, the piece waits there. */
  #refused(input: MoveInput): void {
    const begins = this.#options.events.refuse?.(input) ?? false;
    if (!begins || input.to === null) return;
    this.#selection = { from: input.from, via: [...input.via, input.to], choosing: null };
    this.#held = { from: input.from, ...pointOf(this.#geometry, input.to), dropped: false };
    this.#refresh();
    this.#renderer.float(input.from, this.#held);
  }

  /**
   * Whether the piece in the user's hand stays there while the other side's move is shown: it was taken up ahead of that move, is still there, and can
   * move. Without this, a move that arrives between two touches would undo the first one.
   */
  #goesOn(old: BoardView | null, view: BoardView, move: BoardMove | null): boolean {
    const held = this.#selection;
    if (!old || !move || !held || held.via.length > 0 || held.choosing || view.carrying) return false;
    if (view.mine === null || view.mine !== old.mine || view.layout !== old.layout || view.flipped !== old.flipped) return false;
    const inHand = ({ pieces }: BoardView) => pieces.find(({ square }) => square === held.from)?.side;
    if (inHand(old) !== view.mine || inHand(view) !== view.mine || move.from === held.from) return false;
    return view.touched === null && view.moves.some(({ from }) => from === held.from);
  }

  /** Drops what is in the user's hand, but not a piece that goes on or must be played. */
  #forget(goesOn: boolean): void {
    const bound = this.#bound;
    if (goesOn) return;
    if (bound && this.#selection?.from === bound.from) return; // a touched piece stays selected
    if (this.#selection?.choosing) this.#options.events.choose?.([]);
    this.#selection = bound;
    this.#trail = null;
    this.#root.classList.remove('dragging');
  }

  #refresh({ keepPieces = false } = {}): void {
    const view = this.#view;
    if (!view) return;
    const choices = this.#moveChoices;
    const selection = this.#selection;
    const asked = selection?.choosing ?? null;
    const none = new Set<Square>();
    const { ends, passing } = selection && !asked ? reachable(choices, selection) : { ends: none, passing: none };
    const decisive = asked ? distinguishing(choices, asked) : none;
    const movable = new Set(view.moves.map((move) => move.from));
    if (view.drawing === null) this.#arrowFrom = null;
    this.#root.classList.toggle('drawing', view.drawing !== null);
    this.#root.classList.toggle('blindfold', view.blindfold);
    if (!keepPieces) this.#renderer.pieces(view.pieces);
    this.#renderer.marks({
      lastMove: view.lastMove,
      selected: this.#arrowFrom ?? selection?.from ?? null,
      movable: view.markMovable && !selection ? movable : none,
      ends,
      passing,
      taken: selection ? takenSoFar(choices, selection) : none,
      choices: decisive,
      ringed: view.ringed,
      pointedOut: view.pointedOut,
      alternatives: view.alternatives,
      threat: view.threat,
      shapes: view.shapes,
      huffable: view.huffable,
      lifted: view.lifted,
    });
    // The square nearest to the user, which is the last one in reading order.
    const own = this.#geometry.seen.findLast(({ square }) => movable.has(square));
    if (own) this.#grid.suggest(own.square);
    this.#grid.root.setAttribute('aria-label', this.#words.board);
    for (const { square, name } of this.#geometry.seen) {
      const selected = selection?.from === square;
      const label = this.#words.cell({
        name,
        piece: this.#pieces.get(square) ?? null,
        selected,
        touched: square === view.touched,
        movable: movable.has(square),
        reachable: ends.has(square) || passing.has(square) || decisive.has(square),
        huff: square === view.lifted ? 'lifted' : view.huffable.includes(square) ? 'possible' : null,
      });
      const draggable = view.carrying ? this.#pieces.has(square) : movable.has(square) || choices.isFree(square);
      this.#grid.look(square, { label, selected, draggable });
    }
  }
}

function pointOf(geometry: Geometry, square: Square): { x: number; y: number } {
  const { x, y } = geometry.at(square);
  return { x, y };
}
