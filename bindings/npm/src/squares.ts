/** The squares of a game: their names outside, their numbers inside. */
import * as wasm from './wasm/npm.js';
import { call, DraughtsError, shown } from './error.js';
import type { Move, Refusal, RefusalSquares, Square } from './types.js';

/** A board as the wasm module describes it. */
export interface BoardLayout {
  width: number;
  height: number;
  cells: 'dark' | 'all' | 'lines';
  letters: boolean;
  squares: { square: number; row: number; col: number; name: string }[];
}

/** A move as the wasm modules write it: the squares are numbers. */
export interface RawMove {
  text: string;
  long: string;
  from: number;
  to: number;
  path: number[];
  captured: number[];
  promotes: boolean;
  huff: number | null;
}

/** A reason of the wasm module of the rules. */
export interface RawReason {
  code: string;
  article: string | null;
  en: string;
  fr: string;
  squares: Record<'at' | 'must_move' | 'blocked_by' | 'captured' | 'targets' | 'landings', number[]>;
  moves: RawMove[];
}

const ROLES = {
  at: 'at',
  must_move: 'mustMove',
  blocked_by: 'blockedBy',
  captured: 'captured',
  targets: 'targets',
  landings: 'landings',
} as const;

/** The squares of one game. */
export class Squares {
  readonly layout: BoardLayout;
  readonly #numbers: Map<string, number>;

  constructor(layout: BoardLayout) {
    this.layout = layout;
    this.#numbers = new Map(layout.squares.map(({ name, square }) => [name, square]));
  }

  /** The number of a square that was an argument. */
  number(square: unknown): number {
    const count = this.layout.squares.length;
    const number = typeof square === 'string' ? (this.#numbers.get(square.trim().toLowerCase()) ?? NaN) : square;
    if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= count) return number;
    const example = this.layout.letters ? `a name such as '${this.layout.squares[0]?.name}'` : `a number from 1 to ${count}`;
    throw new DraughtsError('no-such-square', `expected a square, ${example}, found ${shown(square)}`);
  }

  name(number: number): Square {
    return this.layout.letters ? (this.layout.squares[number - 1]?.name ?? number) : number;
  }

  names(numbers: readonly number[]): Square[] {
    return numbers.map((number) => this.name(number));
  }

  move<M extends RawMove>(raw: M): Omit<M, keyof RawMove> & Move {
    return {
      ...raw,
      from: this.name(raw.from),
      to: this.name(raw.to),
      path: this.names(raw.path),
      captured: this.names(raw.captured),
      huff: raw.huff === null ? null : this.name(raw.huff),
    };
  }

  refusal(raw: RawReason, language: 'en' | 'fr'): Refusal {
    const squares: RefusalSquares = {};
    for (const [role, name] of Object.entries(ROLES) as [keyof typeof ROLES, keyof RefusalSquares][]) {
      if (raw.squares[role].length > 0) squares[name] = this.names(raw.squares[role]);
    }
    const { code, article, en, fr } = raw;
    return { code, article, text: raw[language], texts: { en, fr }, squares, moves: raw.moves.map((move) => this.move(move)) };
  }
}

const known = new Map<string, Squares>();

/** The squares of a game by its id. */
export function squaresOf(variant: string): Squares {
  let squares = known.get(variant);
  if (!squares) {
    squares = new Squares(JSON.parse(call(() => wasm.board_layout(variant))) as BoardLayout);
    known.set(variant, squares);
  }
  return squares;
}
