/**
 * The board of the page as a custom element, `<damier-board>`: pointer, keyboard and screen
 * readers, by the rules of any game. It needs no framework, and its style travels inside.
 */
import style from 'page:style';
import texts from 'page:texts';
import { announce } from '../../../web/src/board/announce';
import { Board } from '../../../web/src/board/board';
import { boardWords, movePhrases, type Translate } from '../../../web/src/board/phrases';
import type { BoardMove, BoardView, MoveInput as Tried } from '../../../web/src/board/types';
import { checkOptions, wrong } from './error.js';
import { Draughts, DraughtsError, type Language, type Move, type MoveInput, type PlayedMove, type Refusal, type Side, type Square } from './index.js';
import { squaresOf, type Squares } from './squares.js';

/** The sides that the user plays. */
export type Movable = Side | 'both' | 'none';

export interface BoardOptions {
  variant?: string | undefined;
  fen?: string | undefined;
  /** The side at the bottom, `white` by default. */
  orientation?: Side | undefined;
  /** `en` by default, or the language of the document if it is French. */
  lang?: Language | undefined;
  movable?: Movable | undefined;
  numbers?: 'outside' | 'inside' | 'none' | undefined;
}

/** An arrow or a circled square that the program shows. */
export interface Shape {
  colour: 'green' | 'red' | 'yellow' | 'blue';
  from: Square;
  /** Where an arrow ends; without it, the square is circled. */
  to?: Square | undefined;
}

export interface DamierBoardEventMap {
  /** A move was played, by the user or by `move()`. */
  move: CustomEvent<Move>;
  /** The user tried a move that is not legal. */
  refuse: CustomEvent<Refusal>;
}

const ATTRIBUTES = ['variant', 'fen', 'orientation', 'lang', 'movable', 'numbers'] as const;
const COLOURS = { green: 'G', red: 'R', yellow: 'Y', blue: 'B' } as const;
const CHOICE = { en: 'Several captures are possible. Which one?', fr: 'Plusieurs prises sont possibles. Laquelle ?' };

const LOOK = `
:host { display: block; --font-text: system-ui, sans-serif; }
:host([hidden]) { display: none; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

interface Listed {
  key: string;
  moves: BoardMove[];
  pieces: BoardView['pieces'];
}

// Where there is no document, as on a server, the module can be imported all the same.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * A board. The attributes `variant`, `fen`, `orientation`, `lang`, `movable` and `numbers` may
 * change at any time; `variant` and `fen` start another game.
 */
export class DamierBoard extends Base {
  static readonly observedAttributes = ATTRIBUTES;

  #game: Draughts | null = null;
  #board: Board | null = null;
  #spoken: HTMLElement | null = null;
  #view: BoardView | null = null;
  #lifted: number | null = null;
  #refusal: Refusal | null = null;
  #shapes: readonly Shape[] = [];
  #last: BoardMove | null = null;
  #cache: Listed | null = null;

  connectedCallback(): void {
    if (this.#board) return;
    // Properties that a program has set before this module was loaded hide the accessors.
    for (const name of ['game', 'shapes'] as const) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (!own) continue;
      delete (this as Partial<DamierBoard>)[name];
      Object.assign(this, { [name]: own.value });
    }
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style + LOOK);
    root.adoptedStyleSheets = [sheet];
    this.#spoken = document.createElement('div');
    this.#spoken.className = 'spoken';
    this.#spoken.setAttribute('role', 'status');
    const place = document.createElement('div');
    root.replaceChildren(place, this.#spoken);
    this.#board = new Board(place, boardWords(this.#translate), {
      events: {
        play: (move) => this.#showPlayed(() => this.game.move(move.long), move),
        refuse: (tried) => this.#refuse(tried),
        choose: (moves) => this.#announce(moves.length > 0 ? CHOICE[this.#language] : ''),
        touch: () => this.#clearRefusal(),
        huff: (square) => this.#toggleHuff(square),
      },
    });
    this.#show();
  }

  disconnectedCallback(): void {
    this.#board?.destroy();
    this.#board = null;
    this.#view = null;
  }

  attributeChangedCallback(name: (typeof ATTRIBUTES)[number], before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'variant' || name === 'fen') {
      this.#startGame(null);
    } else if (name === 'lang') {
      this.#board?.setWords(boardWords(this.#translate));
    }
    this.#show();
  }

  /** The game on the board. Call `refresh()` after changing it without the board. */
  get game(): Draughts {
    this.#game ??= this.#opened();
    return this.#game;
  }

  set game(game: Draughts) {
    if (!(game instanceof Draughts)) throw wrong('the game', 'a Draughts', game);
    this.#startGame(game);
    this.#show();
  }

  /** Arrows and circled squares. */
  get shapes(): readonly Shape[] {
    return this.#shapes;
  }

  set shapes(shapes: readonly Shape[]) {
    if (!Array.isArray(shapes)) throw wrong('the shapes', 'a list', shapes);
    for (const shape of shapes as readonly Shape[]) {
      if (!Object.hasOwn(COLOURS, shape?.colour)) throw wrong('the colour of a shape', Object.keys(COLOURS).join(', '), shape?.colour);
      this.#squares.number(shape.from);
      if (shape.to !== undefined) this.#squares.number(shape.to);
    }
    this.#shapes = [...shapes];
    this.#show();
  }

  /** Plays a move and shows it. Throws a DraughtsError if it is not legal. */
  move(move: MoveInput): Move {
    const played = this.game.move(move);
    this.#showPlayed(() => played, this.#raw(played));
    return played;
  }

  /** Takes back the last move. */
  undo(): PlayedMove | null {
    const undone = this.game.undo();
    this.refresh();
    return undone;
  }

  /** Shows the game as it is now. */
  refresh(): void {
    const last = this.game.history({ verbose: true }).at(-1);
    this.#last = last ? this.#raw(last) : null;
    this.#lifted = null;
    this.#refusal = null;
    this.#announce('');
    this.#show();
  }

  /** Gives the focus to the board. */
  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus(options);
  }

  get #language(): Language {
    const language = this.getAttribute('lang') ?? document.documentElement.lang;
    return language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
  }

  get #squares(): Squares {
    return squaresOf(this.game.variant);
  }

  readonly #translate: Translate = (key, values = {}) => {
    const text = texts[this.#language][key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };

  #opened(): Draughts {
    const variant = this.getAttribute('variant') ?? undefined;
    const fen = this.getAttribute('fen') ?? undefined;
    try {
      return new Draughts({ variant, fen });
    } catch (error) {
      if (!(error instanceof DraughtsError)) throw error;
      // An attribute may be wrong for a moment, while the other one is still to be set.
      console.warn(`damier-board: ${error.message}`);
      return fen === undefined ? new Draughts() : this.#started(variant);
    }
  }

  /** The start of a game, or of the usual one if there is none of this name. */
  #started(variant: string | undefined): Draughts {
    try {
      return new Draughts({ variant });
    } catch (error) {
      if (!(error instanceof DraughtsError)) throw error;
      return new Draughts();
    }
  }

  #startGame(game: Draughts | null): void {
    this.#announce('');
    this.#game = game;
    this.#lifted = null;
    this.#refusal = null;
    this.#shapes = [];
    const last = game?.history({ verbose: true }).at(-1);
    this.#last = last ? this.#raw(last) : null;
  }

  #raw(move: Move): BoardMove {
    const number = (square: Square): number => this.#squares.number(square);
    const { path, captured, huff, promotes, long } = move;
    return {
      from: number(move.from),
      to: number(move.to),
      path: path.map(number),
      captured: captured.map(number),
      huff: huff === null ? null : number(huff),
      promotes,
      long,
    };
  }

  #showPlayed(play: () => Move, move: BoardMove): void {
    const before = this.#view?.pieces ?? [];
    const played = play();
    this.#last = move;
    this.#lifted = null;
    this.#refusal = null;
    this.#show(move);
    const name = (square: number): string => String(this.#squares.name(square));
    const outcome = this.game.outcome(this.#language);
    this.#announce([announce(move, before, name, movePhrases(this.#translate)), outcome?.text].filter(Boolean).join('. '));
    this.dispatchEvent(new CustomEvent('move', { detail: played, bubbles: true, composed: true }));
  }

  /** What the user tried fits no move of the board as it is listed. Returns whether it is the beginning of one. */
  #refuse({ from, to, via, stops }: Tried): boolean {
    const refusal =
      to === null
        ? this.game.whyNot(from, this.#language)
        : this.game.explain({ from, to, via, huff: this.#lifted }, this.#language);
    if (!refusal) {
      // Another path to the same captured pieces.
      if (to === null) return false;
      const played = this.game.move({ from, to, via, huff: this.#lifted });
      this.#showPlayed(() => played, this.#raw(played));
      return false;
    }
    if (refusal.code === 'capture-goes-on' && !stops) return true;
    this.#refusal = refusal;
    this.#show();
    this.#announce(refusal.text);
    this.dispatchEvent(new CustomEvent('refuse', { detail: refusal, bubbles: true, composed: true }));
    return false;
  }

  #clearRefusal(): void {
    if (!this.#refusal) return;
    this.#refusal = null;
    this.#announce('');
    this.#show();
  }

  #toggleHuff(square: number): void {
    this.#lifted = this.#lifted === square ? null : square;
    this.#refusal = null;
    this.#show();
  }

  #announce(text: string): void {
    if (this.#spoken) this.#spoken.textContent = text;
  }

  /** Moves and pieces for the view: the same objects as before unless they have changed, so that the user's selection stays. */
  #listed(mine: Side | null): Listed {
    const { game } = this;
    const key = [game.variant, game.fen(), game.history().length, game.isGameOver(), mine, this.#lifted].join(' ');
    if (this.#cache?.key !== key) {
      const moves = mine ? game.moves({ verbose: true }).map((legal) => this.#raw(legal)) : [];
      const pieces = game.board().flat().filter((piece) => piece !== null);
      this.#cache = {
        key,
        moves: moves.filter(({ huff }) => huff === this.#lifted),
        pieces: pieces.map((piece) => ({ ...piece, square: this.#squares.number(piece.square) })),
      };
    }
    return this.#cache;
  }

  #show(move: BoardMove | null = null): void {
    if (!this.#board) return;
    const { game } = this;
    const squares = this.#squares;
    const turn = game.turn();
    const movable = this.getAttribute('movable') ?? 'both';
    const mine = movable === 'both' || movable === turn ? turn : null;
    const { moves, pieces } = this.#listed(mine);
    const numbers = this.getAttribute('numbers');
    const ringed = this.#refusal ? Object.values(this.#refusal.squares).flat() : [];
    const view: BoardView = {
      layout: squares.layout,
      pieces,
      moves,
      mine: moves.length > 0 ? mine : null,
      flipped: this.getAttribute('orientation') === 'black',
      numbers: numbers === 'inside' || numbers === 'none' ? numbers : 'outside',
      blindfold: false,
      markMovable: false,
      lastMove: this.#last,
      pointedOut: this.#refusal ? this.#refusal.moves.map((must) => this.#raw(must)) : [],
      alternatives: [],
      threat: null,
      shapes: this.#shapes.map(({ colour, from, to }) => ({ colour: COLOURS[colour], from: squares.number(from), to: to === undefined ? null : squares.number(to) })),
      drawing: null,
      ringed: [...new Set(ringed.map((square) => squares.number(square)))],
      huffable: mine ? game.huffable().map((square) => squares.number(square)) : [],
      lifted: this.#lifted,
      touched: null,
      free: false,
      carrying: false,
    };
    this.#view = view;
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    void this.#board.set(view, move, move && !still ? 'fast' : 'none');
  }
}

export interface DamierBoard {
  addEventListener<K extends keyof DamierBoardEventMap>(
    type: K,
    listener: (this: DamierBoard, event: DamierBoardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** Adds a board to an element. */
export function createBoard(host: Element, options: BoardOptions = {}): DamierBoard {
  if (!(host instanceof Element)) throw wrong('the host', 'an element', host);
  checkOptions<BoardOptions>(options, ATTRIBUTES);
  const board = document.createElement('damier-board') as DamierBoard;
  for (const name of ATTRIBUTES) {
    const value = options[name];
    if (value !== undefined) board.setAttribute(name, value);
  }
  host.append(board);
  return board;
}

if (globalThis.customElements && !customElements.get('damier-board')) {
  customElements.define('damier-board', DamierBoard);
}

declare global {
  interface HTMLElementTagNameMap {
    'damier-board': DamierBoard;
  }
}
