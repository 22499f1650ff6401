/** Files of games in PDN, with variations and comments, and trees of moves that can be edited. */
import * as wasm from './wasm/study.js';
import { call, checkOptions, DraughtsError, wrong } from './error.js';
import { load } from './load.js';
import { Draughts, type Language, type MoveInput, type Side, type Square } from './index.js';
import { squaresOf } from './squares.js';

await load(wasm, new URL('./wasm/study_bg.wasm', import.meta.url));

/** How many games are read from a file at once. */
const BATCH = 16;

export interface ReadOptions {
  /** The game of those that have no tag and whose moves do not say it; `international` by default. */
  variant?: string | undefined;
  /** The language of the faults, `en` by default. */
  language?: Language | undefined;
  /** The encoding of bytes, such as `windows-1251`; recognised by default. */
  encoding?: string | undefined;
}

/** A place of a file that could not be read. */
export interface PdnFault {
  /** The line, from 1. */
  line: number;
  /** The character of the line, from 1. */
  column: number;
  text: string;
}

interface RawGame {
  line: number;
  game: { record: { variant: string }; tree: string; complete: boolean } | null;
  errors: { line: number; column: number; sentence: string }[];
}

/** A game of a file. */
export class PdnGame {
  readonly #game: RawGame['game'];
  /** The id of the game; null if nothing could be read. */
  readonly variant: string | null;
  /** The line of the file in which it begins, from 1. */
  readonly line: number;
  /** Whether the whole game was read, and its main line is legal to the end. */
  readonly complete: boolean;
  readonly faults: readonly PdnFault[];
  /** The whole game as PDN, also the moves that are illegal; empty if nothing could be read. */
  readonly pdn: string;

  /** `readPdn` makes the games. */
  constructor({ line, game, errors }: RawGame) {
    this.#game = game;
    this.variant = game?.record.variant ?? null;
    this.line = line;
    this.complete = game?.complete ?? false;
    this.faults = errors.map(({ line, column, sentence }) => ({ line, column, text: sentence }));
    this.pdn = game?.tree ?? '';
  }

  /** The game as a tree. Every call makes another one. */
  tree(): GameTree {
    if (this.#game) return GameTree.ofFile(this.#game);
    const [first] = this.faults;
    throw new DraughtsError('unreadable', first?.text ?? 'the game cannot be read', { line: first?.line, column: first?.column });
  }
}

/**
 * Reads the games of a file one after the other. Damage does not end the reading: it is in the
 * `faults` of a game.
 */
export function readPdn(source: string | Uint8Array | ArrayBuffer, options: ReadOptions = {}): Generator<PdnGame, void, undefined> {
  const { variant = 'international', language = 'en', encoding = '' } = checkOptions<ReadOptions>(options, ['variant', 'language', 'encoding']);
  const bytes = bytesOf(source);
  for (const [name, value] of Object.entries({ variant, language, encoding })) text(name, value);
  let at = 0;
  const read = (most: number): Uint8Array => bytes.subarray(at, (at += Math.min(most, bytes.length - at)));
  // A text is UTF-8 here, whatever the file was.
  const named = typeof source === 'string' ? 'utf-8' : encoding.toLowerCase();
  return gamesOf(call(() => new wasm.GameFile({ read }, variant, language, named)));
}

function* gamesOf(file: wasm.GameFile): Generator<PdnGame, void, undefined> {
  try {
    for (let done = false; !done; ) {
      const batch = JSON.parse(call(() => file.next(BATCH))) as { games: RawGame[]; done: boolean };
      for (const game of batch.games) yield new PdnGame(game);
      done = batch.done;
    }
  } finally {
    file.free();
  }
}

function bytesOf(source: unknown): Uint8Array {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw wrong('the source', 'a text or bytes', source);
}

/** A mark on the board: a square, or an arrow. */
export interface Mark {
  colour: 'G' | 'R' | 'Y' | 'B';
  from: Square;
  /** Where the arrow ends; null for a square. */
  to: Square | null;
}

/** A node of a tree: a move with its annotations. It is a value and does not change. */
export interface TreeNode {
  /** Its number, which stays the same as long as the tree exists; the root is 0. */
  id: number;
  /** The node before it; null for the root. */
  parent: number | null;
  /** `setup` is a position that was set up, `unplayed` an illegal move of a file. */
  kind: 'start' | 'move' | 'setup' | 'unplayed';
  /** Moves from the root. */
  ply: number;
  /** The number of the pair of moves that it belongs to. */
  moveNumber: number;
  side: Side | null;
  /** The move in the notation of the game; empty for the root. */
  text: string;
  /** The comments before the move, and after it. */
  before: string[];
  comments: string[];
  /** Signs such as `!` and `?!`; others as `$7`. */
  signs: string[];
  marks: Mark[];
  /** An engine's evaluation from White's side, as PDN writes it. */
  evaluation: string | null;
  /** The nodes after it; the first continues the line, the others are variations. */
  children: number[];
}

type RawNode = Omit<TreeNode, 'moveNumber' | 'marks'> & { number: number; marks: { colour: Mark['colour']; from: number; to: number | null }[] };
type RawReply =
  | { played: { change: { at: number } } }
  | { refused: { code: string; sentence: string; article: string | null } }
  | { ambiguous: unknown };

/** A game with variations, comments, signs and headers. Every change can be undone. */
export class GameTree {
  #editor: wasm.TreeEditor | null;
  #variant: string;

  /** A tree without moves, from the start of a game or from a position. */
  constructor(options: { variant?: string | undefined; fen?: string | undefined } = {}) {
    const { variant = 'international', fen } = checkOptions<typeof options>(options, ['variant', 'fen']);
    new Draughts({ variant, fen }).free(); // it throws errors that say what is wrong
    this.#variant = variant;
    this.#editor = call(() => new wasm.TreeEditor(variant, fen));
  }

  /** The tree of the first game of a PDN. */
  static fromPdn(pdn: string, variant = 'international'): GameTree {
    if (typeof pdn !== 'string') throw wrong('pdn', 'a text', pdn);
    for (const game of readPdn(pdn, { variant })) return game.tree();
    throw new DraughtsError('no-game', 'the text contains no game');
  }

  /** The tree of a game in progress. */
  static fromGame(game: Draughts): GameTree {
    if (!(game instanceof Draughts)) throw wrong('the game', 'a Draughts', game);
    return GameTree.fromPdn(game.pdn(), game.variant);
  }

  /** @internal */
  static ofFile({ record, tree }: { record: { variant: string }; tree: string }): GameTree {
    const made = new GameTree({ variant: record.variant });
    made.free();
    made.#editor = call(() => wasm.TreeEditor.from_record(JSON.stringify(record), tree));
    return made;
  }

  get variant(): string {
    return this.#variant;
  }

  get #tree(): wasm.TreeEditor {
    if (!this.#editor) throw new DraughtsError('freed', 'the tree was freed');
    return this.#editor;
  }

  /** Every node, the root first. */
  nodes(): TreeNode[] {
    return (JSON.parse(call(() => this.#tree.nodes())) as RawNode[]).map((raw) => this.#node(raw));
  }

  /** A node by its number. */
  node(id: number): TreeNode {
    const number = this.#id(id);
    const node = this.nodes().find((it) => it.id === number);
    if (!node) throw new DraughtsError('no-such-node', `the tree has no node ${number}`);
    return node;
  }

  /** The nodes of the main line, without the root. */
  mainLine(): TreeNode[] {
    const nodes = new Map(this.nodes().map((node) => [node.id, node]));
    const line: TreeNode[] = [];
    for (let next = nodes.get(0)?.children[0]; next !== undefined; ) {
      const node = nodes.get(next);
      if (!node) break;
      line.push(node);
      next = node.children[0];
    }
    return line;
  }

  /** The game up to a node, by default to the end of the main line. */
  game(id: number = this.#tree.end()): Draughts {
    const { line, line_start: fen } = JSON.parse(call(() => this.#tree.position(this.#id(id), 'en'))) as { line: string[]; line_start: string };
    const game = new Draughts({ variant: this.#variant, fen });
    for (const text of line) {
      // After a draw that the players could have claimed, the counts of the draw rules start again.
      if (game.isDraw()) game.load(game.fen());
      game.move(text);
    }
    return game;
  }

  /** Plays a move after a node, and returns the node of the move: one that exists, or a new variation. */
  add(parent: number, move: MoveInput): number {
    const squares = squaresOf(this.#variant);
    const game = this.game(parent);
    // The tree continues after a draw that the players could have claimed.
    if (game.isDraw()) game.load(game.fen());
    const { path, huff, long } = game.move(move);
    game.free();
    const numbers = path.map((square) => squares.number(square));
    const input = { from: numbers[0], to: numbers.at(-1), via: numbers.slice(1, -1), huff: huff === null ? null : squares.number(huff) };
    const reply = JSON.parse(call(() => this.#tree.play(parent, JSON.stringify(input), 'en'))) as RawReply;
    if ('played' in reply) return reply.played.change.at;
    const { code, sentence, article } = 'refused' in reply ? reply.refused : { code: 'ambiguous', sentence: `${long} fits several moves`, article: null };
    throw new DraughtsError(code, sentence, { article });
  }

  /** Moves the variation of a node before the line that it varies. */
  promote(id: number): void {
    call(() => this.#tree.promote(this.#id(id)));
  }

  /** Makes the line to a node the main line. */
  makeMain(id: number): void {
    call(() => this.#tree.make_main(this.#id(id)));
  }

  /** Removes a node and everything after it. */
  remove(id: number): void {
    call(() => this.#tree.remove(this.#id(id)));
  }

  /** Sets the comment after a move; an empty text removes it. */
  setComment(id: number, comment: string): void {
    call(() => this.#tree.set_comment(this.#id(id), text('the comment', comment), false));
  }

  /** Sets the signs of a move, such as `['!']` or `['$7']`. */
  setSigns(id: number, signs: readonly string[]): void {
    if (!Array.isArray(signs)) throw wrong('the signs', 'a list of texts', signs);
    call(() => this.#tree.set_signs(this.#id(id), JSON.stringify(signs)));
  }

  /** Sets the marked squares and arrows of a node. */
  setMarks(id: number, marks: readonly Mark[]): void {
    if (!Array.isArray(marks)) throw wrong('the marks', 'a list of marks', marks);
    const squares = squaresOf(this.#variant);
    const raw = (marks as Mark[]).map(({ colour, from, to }) => ({ colour, from: squares.number(from), to: to == null ? null : squares.number(to) }));
    call(() => this.#tree.set_marks(this.#id(id), JSON.stringify(raw)));
  }

  /** Sets the evaluation of a node as PDN writes it, such as `0.35`; an empty text removes it. */
  setEvaluation(id: number, evaluation: string): void {
    call(() => this.#tree.set_evaluation(this.#id(id), text('the evaluation', evaluation)));
  }

  /** The headers in order. Of several with the same name, the first counts. */
  getHeaders(): Record<string, string> {
    const tags = JSON.parse(call(() => this.#tree.tags())) as { name: string; value: string }[];
    const headers = new Map<string, string>();
    for (const { name, value } of tags) if (!headers.has(name)) headers.set(name, value);
    return Object.fromEntries(headers);
  }

  /** Sets a header; an empty value removes it. */
  setHeader(name: string, value: string): void {
    call(() => this.#tree.set_tag(text('the name', name), text('the value', value)));
  }

  /** Undoes the last change, and returns whether there was one. */
  undo(): boolean {
    return call(() => this.#tree.undo()) !== undefined;
  }

  /** Redoes the change that was undone last, and returns whether there was one. */
  redo(): boolean {
    return call(() => this.#tree.redo()) !== undefined;
  }

  /** The whole tree as PDN. */
  pdn(): string {
    return this.#tree.pdn();
  }

  /** Frees the memory at once, as `Draughts.free` does. */
  free(): void {
    this.#editor?.free();
    this.#editor = null;
  }

  #id(id: number): number {
    if (!Number.isInteger(id) || id < 0 || id > 0xffffffff) throw wrong('the node', 'the number of a node', id);
    return id;
  }

  #node({ number, marks, ...raw }: RawNode): TreeNode {
    const squares = squaresOf(this.#variant);
    const named = marks.map(({ colour, from, to }) => ({ colour, from: squares.name(from), to: to === null ? null : squares.name(to) }));
    const { id, parent, kind, ply, side, text, before, comments, signs, evaluation, children } = raw;
    return { id, parent, kind, ply, moveNumber: number, side, text, before, comments, signs, marks: named, evaluation, children };
  }
}

function text(what: string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(what, 'a text', value);
  return value;
}
