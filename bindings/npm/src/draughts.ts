/** A game of draughts: the rules of one of the games, with the moves played so far. */
import * as wasm from './wasm/npm.js';
import { call, checkOptions, DraughtsError, wrong } from './error.js';
import { squaresOf, type RawMove, type RawReason, type Squares } from './squares.js';
import type {
  FenFault,
  Language,
  Move,
  MoveInput,
  Outcome,
  Piece,
  PlacedPiece,
  PlayedMove,
  Refusal,
  Side,
  Square,
  Variant,
} from './types.js';

/** The game of `new Draughts()`. */
const USUAL = 'international';
/** The longest texts that are passed on: a move, a FEN, a PDN of one game. */
const MAX_MOVE = 1_000;
const MAX_FEN = 10_000;
const MAX_PDN = 1 << 24;

const PIECES: Record<string, Piece> = {
  w: { side: 'white', kind: 'man' },
  W: { side: 'white', kind: 'king' },
  b: { side: 'black', kind: 'man' },
  B: { side: 'black', kind: 'king' },
};

export interface DraughtsOptions {
  /** The id of the game, `international` by default; see `variants()`. */
  variant?: string | undefined;
  /** The position to start from. */
  fen?: string | undefined;
}

type Reply = { played: RawMove } | { refused: RawReason };
type Loaded =
  | { loaded: [string, string][] }
  | { fault: { line: number; column: number; code: string; en: string; fr: string } }
  | { over: { ply: number; reason: RawReason } };
type RawPlayed = RawMove & { side: Side; before: string; after: string };

/** A game in progress. */
export class Draughts {
  #board: wasm.Board | null;
  #squares: Squares;
  #headers = new Map<string, string>();

  /** A game from its start or from a position. A text is a FEN of the international game. */
  constructor(options: DraughtsOptions | string = {}) {
    const { variant = USUAL, fen } = checkOptions<DraughtsOptions>(typeof options === 'string' ? { fen: options } : options, ['variant', 'fen']);
    checkText('variant', variant, MAX_MOVE);
    this.#squares = squaresOf(variant);
    this.#board = opened(variant, fen);
  }

  /** The id of the game. */
  get variant(): string {
    return this.#wasm.variant();
  }

  /** A copy with its own history. */
  clone(): Draughts {
    const copy = new Draughts({ variant: this.variant });
    copy.#wasm.free();
    copy.#board = this.#wasm.copy();
    copy.#headers = new Map(this.#headers);
    return copy;
  }

  /** Starts again from the beginning of the game, without headers. */
  reset(): void {
    this.#replace(opened(this.variant));
  }

  /** Starts again from a position of the same game, without headers. */
  load(fen: string): void {
    this.#replace(opened(this.variant, checkText('fen', fen, MAX_FEN)));
  }

  /** The position as FEN. */
  fen(): string {
    return this.#wasm.fen();
  }

  /** The side to move. */
  turn(): Side {
    return this.#wasm.turn() as Side;
  }

  /** The number of the next pair of moves, from 1. */
  moveNumber(): number {
    return this.#wasm.move_number();
  }

  /** The squares of the board, row by row from the top left with White at the bottom. */
  squares(): Square[] {
    return this.#squares.layout.squares.map(({ square }) => this.#squares.name(square));
  }

  /** The piece on a square. */
  get(square: Square): Piece | undefined {
    const letter = this.#wasm.pieces()[this.#squares.number(square) - 1] ?? '.';
    const piece = PIECES[letter];
    return piece && { ...piece };
  }

  /** Puts a piece on a square. The history starts again from the new position. */
  put(piece: Piece, square: Square): void {
    const { side, kind } = piece ?? {};
    if ((side !== 'white' && side !== 'black') || (kind !== 'man' && kind !== 'king')) {
      throw wrong('the piece', "such as { side: 'white', kind: 'king' }", piece);
    }
    this.#setUp(this.#squares.number(square), { side, kind });
  }

  /** Removes a piece, and returns it. The history starts again from the new position. */
  remove(square: Square): Piece | undefined {
    const removed = this.get(square);
    if (removed) this.#setUp(this.#squares.number(square), null);
    return removed;
  }

  /** The rows of the board from the top; null where there is no piece, and on light squares. */
  board(): (PlacedPiece | null)[][] {
    const { width, height, squares } = this.#squares.layout;
    const rows = Array.from({ length: height }, () => Array.from({ length: width }, (): PlacedPiece | null => null));
    const letters = this.#wasm.pieces();
    for (const { square, row, col } of squares) {
      const piece = PIECES[letters[square - 1] ?? '.'];
      if (piece) rows[row]![col] = { square: this.#squares.name(square), ...piece };
    }
    return rows;
  }

  /** The board as text. */
  ascii(): string {
    return this.#wasm.ascii();
  }

  /** The legal moves, all or those of the piece on a square; none when the game is over. */
  moves(options?: { square?: Square | undefined; verbose?: false | undefined }): string[];
  moves(options: { square?: Square | undefined; verbose: true }): Move[];
  moves(options: { square?: Square | undefined; verbose?: boolean | undefined }): string[] | Move[];
  moves(options: { square?: Square | undefined; verbose?: boolean | undefined } = {}): string[] | Move[] {
    const { square, verbose = false } = checkOptions<typeof options>(options, ['square', 'verbose']);
    if (square === undefined && !verbose) return lines(this.#wasm.move_texts());
    const from = square === undefined ? 0 : this.#squares.number(square);
    const raw = JSON.parse(call(() => this.#wasm.moves(from))) as RawMove[];
    return verbose ? raw.map((move) => this.#squares.move(move)) : raw.map(({ text }) => text);
  }

  /** The opponent's pieces that may be huffed before the next move, in games with huffing. */
  huffable(): Square[] {
    return this.#squares.names([...this.#wasm.huffable()]);
  }

  /** Plays a move: its notation, its squares, or a move that the package has returned. Throws a DraughtsError if it is not legal. */
  move(move: MoveInput): Move {
    const reply = this.#asked(move, true);
    if ('played' in reply) return this.#squares.move(reply.played);
    throw refused(this.#squares.refusal(reply.refused, 'en'));
  }

  /** Why a move is not legal, without playing it; null if it is legal. */
  explain(move: MoveInput, language: Language = 'en'): Refusal | null {
    checkLanguage(language);
    const reply = this.#asked(move, false);
    return 'played' in reply ? null : this.#squares.refusal(reply.refused, language);
  }

  /** Why the piece on a square cannot move now; null if it can. */
  whyNot(square: Square, language: Language = 'en'): Refusal | null {
    checkLanguage(language);
    const number = this.#squares.number(square);
    const reason = call(() => this.#wasm.why_not(number));
    return reason === undefined ? null : this.#squares.refusal(JSON.parse(reason) as RawReason, language);
  }

  /** Takes back the last move, and returns it; null if there is none. */
  undo(): PlayedMove | null {
    const undone = call(() => this.#wasm.undo());
    return undone === undefined ? null : this.#squares.move(JSON.parse(undone) as RawPlayed);
  }

  /** The moves played. */
  history(options?: { verbose?: false | undefined }): string[];
  history(options: { verbose: true }): PlayedMove[];
  history(options: { verbose?: boolean | undefined }): string[] | PlayedMove[];
  history(options: { verbose?: boolean | undefined } = {}): string[] | PlayedMove[] {
    const { verbose = false } = checkOptions<typeof options>(options, ['verbose']);
    if (!verbose) return lines(this.#wasm.history_texts());
    const raw = JSON.parse(call(() => this.#wasm.history())) as RawPlayed[];
    return raw.map((move) => this.#squares.move(move));
  }

  /** How the game has ended by rule; null while it goes on. */
  outcome(language: Language = 'en'): Outcome | null {
    checkLanguage(language);
    const ended = call(() => this.#wasm.outcome());
    if (ended === undefined) return null;
    const { en, fr, ...rest } = JSON.parse(ended) as Omit<Outcome, 'text' | 'texts'> & { en: string; fr: string };
    const texts = { en, fr };
    return { ...rest, text: texts[language], texts };
  }

  isGameOver(): boolean {
    return this.#wasm.is_over();
  }

  isDraw(): boolean {
    return this.outcome()?.winner === null;
  }

  /** How often the position has occurred with the same side to move, this time included. */
  occurrences(): number {
    return this.#wasm.occurrences();
  }

  /** The headers of the PDN. */
  getHeaders(): Record<string, string> {
    return Object.fromEntries(this.#headers);
  }

  /** Sets a header of the PDN, such as `White`. */
  setHeader(name: string, value: string): void {
    if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name)) {
      throw wrong('the name of a header', 'letters and digits', name);
    }
    if (FIXED.test(name)) {
      throw new DraughtsError('fixed-header', `the header ${name} follows from the game and its moves`);
    }
    this.#headers.set(name, checkText(name, value, MAX_FEN));
  }

  /** Removes a header, and returns whether there was one. */
  removeHeader(name: string): boolean {
    return this.#headers.delete(name);
  }

  /** The game as PDN. */
  pdn(): string {
    return call(() => this.#wasm.pdn(JSON.stringify(this.getHeaders())));
  }

  /**
   * Loads the main line of the first game of a PDN, whose headers may name another game of the
   * family. Throws a DraughtsError, with line and column, if it has a fault. For files of many
   * games, variations and comments, see `damier/pdn`.
   */
  loadPdn(pdn: string): void {
    checkText('pdn', pdn, MAX_PDN);
    const reply = JSON.parse(call(() => this.#wasm.load_pdn(pdn))) as Loaded;
    if ('fault' in reply) {
      const { line, column, code, en, fr } = reply.fault;
      throw new DraughtsError(code, `line ${line}, column ${column}: ${en}`, { texts: { en, fr }, line, column });
    }
    if ('over' in reply) throw refused(this.#squares.refusal(reply.over.reason, 'en'), `ply ${reply.over.ply + 1}: `);
    this.#squares = squaresOf(this.variant);
    this.#headers.clear();
    for (const [name, value] of reply.loaded) {
      // Of several headers with the same name, the first counts.
      if (!FIXED.test(name) && !this.#headers.has(name)) this.#headers.set(name, value);
    }
  }

  /**
   * Frees the memory at once. The garbage collector does it too, but only when the program comes
   * to rest: call this in loops that make thousands of games.
   */
  free(): void {
    this.#board?.free();
    this.#board = null;
  }

  get #wasm(): wasm.Board {
    if (!this.#board) throw new DraughtsError('freed', 'the game was freed');
    return this.#board;
  }

  #replace(board: wasm.Board): void {
    this.#board?.free();
    this.#board = board;
    this.#headers.clear();
  }

  #asked(move: MoveInput, plays: boolean): Reply {
    const input: unknown = typeof move === 'object' && move !== null && 'long' in move ? move.long : move;
    const board = this.#wasm;
    if (typeof input === 'string') {
      checkText('the move', input, MAX_MOVE);
      return JSON.parse(call(() => (plays ? board.play(input) : board.explain(input)))) as Reply;
    }
    const squares = this.#moveSquares(input);
    return JSON.parse(call(() => (plays ? board.play_squares(squares) : board.explain_squares(squares)))) as Reply;
  }

  #moveSquares(input: unknown): string {
    if (typeof input !== 'object' || input === null) {
      throw wrong('the move', "a text such as '32-28', or squares such as { from: 32, to: 28 }", input);
    }
    const { from, to, via = [], huff = null } = input as Record<string, unknown>;
    if (!Array.isArray(via) || via.length > 200) throw wrong('via', 'a list of squares', via);
    return JSON.stringify({
      from: this.#squares.number(from),
      to: this.#squares.number(to),
      via: via.map((square) => this.#squares.number(square)),
      huff: huff === null ? null : this.#squares.number(huff),
    });
  }

  /** Starts again from the current position with one square changed. */
  #setUp(square: number, piece: Piece | null): void {
    const letters = [...this.#wasm.pieces()];
    const pieces = letters.map((letter, index) => (index + 1 === square ? piece : (PIECES[letter] ?? null)));
    const listed = (side: Side): string =>
      pieces
        .map((it, index) => (it?.side === side ? `${it.kind === 'king' ? 'K' : ''}${this.#squares.name(index + 1)}` : ''))
        .filter((name) => name !== '')
        .join(',');
    const fen = `${this.turn() === 'white' ? 'W' : 'B'}:W${listed('white')}:B${listed('black')}`;
    const board = opened(this.variant, fen);
    const headers = this.#headers;
    this.#headers = new Map();
    this.#replace(board);
    this.#headers = headers;
  }
}

/** Headers that follow from the game and cannot be set. */
const FIXED = /^(gametype|variant|fen|setup)$/i;

function opened(variant: string, fen?: string): wasm.Board {
  if (fen !== undefined) checkText('fen', fen, MAX_FEN);
  try {
    return call(() => new wasm.Board(variant, fen));
  } catch (error) {
    if (fen === undefined || !(error instanceof DraughtsError) || error.code !== 'bad-fen') throw error;
    throw badFen(fen, variant);
  }
}

/** The error for a FEN that cannot be played, with every fault. */
function badFen(fen: string, variant: string): DraughtsError {
  const checked = validateFen(fen, variant);
  const faults = checked.ok ? [] : checked.faults;
  const join = (language: Language): string => faults.map(({ texts }) => texts[language]).join(' ');
  const texts = { en: join('en'), fr: join('fr') };
  const isVariant = variants().some(({ id }) => id === fen);
  return new DraughtsError('bad-fen', isVariant ? `${texts.en} For this game, pass { variant: '${fen}' }.` : texts.en, { texts, squares: { at: faults.flatMap(({ squares }) => squares) } });
}

function refused({ code, article, text, ...rest }: Refusal, before = ''): DraughtsError {
  const message = before + (article === null ? text : `${text} (art. ${article})`);
  return new DraughtsError(code, message, { article, ...rest });
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function checkText(what: string, text: unknown, most: number): string {
  if (typeof text !== 'string') throw wrong(what, 'a text', text);
  if (text.length > most) throw new DraughtsError('too-long', `${what}: expected at most ${most} characters, found ${text.length}`);
  return text;
}

function checkLanguage(language: unknown): void {
  if (language !== 'en' && language !== 'fr') throw wrong('the language', "'en' or 'fr'", language);
}

/** Whether a FEN is a position that can be played, with every fault if it is not. */
export function validateFen(fen: string, variant = USUAL): { ok: true } | { ok: false; faults: FenFault[] } {
  const squares = squaresOf(checkText('variant', variant, MAX_MOVE));
  checkText('fen', fen, MAX_FEN);
  type Raw = { ok: unknown } | { faults: { code: string; sentence: string; squares: number[] }[] };
  const read = (language: Language): Raw => JSON.parse(call(() => wasm.check_fen(variant, fen, language))) as Raw;
  const [en, fr] = [read('en'), read('fr')];
  if ('ok' in en || 'ok' in fr) return { ok: true };
  const faults = en.faults.map(({ code, sentence, squares: at }, index) => ({
    code,
    texts: { en: sentence, fr: fr.faults[index]?.sentence ?? sentence },
    squares: squares.names(at),
  }));
  return { ok: false, faults };
}

/** The games of the family with their names, each followed by other readings of its rules. */
export function variants(): Variant[] {
  type Raw = { id: string; en: string; fr: string };
  const raw = JSON.parse(call(() => wasm.variants())) as Raw[];
  return raw.map(({ id, en, fr }) => ({ id, name: { en, fr } }));
}
