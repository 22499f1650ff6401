/**
 * Answers queries of exercises about the rules: a position after some moves, whether a move can be
 * played there, and why not. Each query opens a game behind the binding and frees it, so that exercises
 * are plain values.
 */
import type { MoveInput, Square } from '../board/types';
import type { RulesBinding } from './binding';
import type { Game } from './game';
import type { GameView, Language, PlayReply, RefusalView } from './model';
import { USUAL } from './family';

export interface Rules {
  /** The position after these moves. */
  at(fen: string, line: readonly string[]): GameView;
  /** The result of a move in that position. */
  attempt(fen: string, line: readonly string[], input: MoveInput & { to: Square }): PlayReply;
  /** Why the piece on a square cannot move there; null if it can. */
  whyNot(fen: string, line: readonly string[], square: Square): RefusalView | null;
}

/** The rules of a game, in the current language. */
export class ExerciseRules implements Rules {
  readonly #binding: RulesBinding;
  readonly #language: () => Language;
  readonly #game: string;
  /** A cache of the latest positions, which are queried at every change of the board's marks. */
  readonly #known = new Map<string, GameView>();

  constructor(binding: RulesBinding, language: () => Language, game: string = USUAL) {
    this.#binding = binding;
    this.#language = language;
    this.#game = game;
  }

  at(fen: string, line: readonly string[]): GameView {
    const key = [this.#language(), fen, ...line].join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    const view = this.#with(fen, line, (game) => game.view(0, this.#language()));
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, view);
    return view;
  }

  attempt(fen: string, line: readonly string[], { from, to, via }: MoveInput & { to: Square }): PlayReply {
    return this.#with(fen, line, (game) => game.play({ from, to, via, huff: null }, 0, this.#language()));
  }

  whyNot(fen: string, line: readonly string[], square: Square): RefusalView | null {
    return this.#with(fen, line, (game) => game.whyNot(square, this.#language()));
  }

  #with<T>(fen: string, line: readonly string[], ask: (game: Game) => T): T {
    const person = { kind: 'person', name: '' } as const;
    const game = this.#binding.newGame(this.#game, { start: fen, clock: null, white: person, black: person, few_pieces: 'fresh' }, 0);
    try {
      for (const text of line) {
        const move = game.view(0, this.#language()).moves.find((it) => it.text === text || it.long === text);
        if (!move) throw new Error(`${text} cannot be played from ${fen}`);
        game.play({ from: move.from, to: move.to, via: move.path.slice(1, -1), huff: null }, 0, this.#language());
      }
      return ask(game);
    } finally {
      game.free();
    }
  }
}

const KEPT = 200;
