/** The picture of a small board: the pieces of a position and the squares of the last move. Each position is computed once. */
import { language } from '../../messages/messages.svelte';
import type { BoardPiece, Layout } from '../../board/types';
import type { RulesBinding } from '../../rules/binding';
import { factsOf } from '../../rules/family';
import type { BroadcastBoardView as BoardNow } from '../../api/types';
import { lastSquares } from './moves';

export interface Picture {
  layout: Layout;
  pieces: readonly BoardPiece[];
  last: number[];
}

const KEPT = 1_000;

export class Pictures {
  readonly #binding: RulesBinding;
  readonly #known = new Map<string, Picture | null>();

  constructor(binding: RulesBinding) {
    this.#binding = binding;
  }

  /** The picture of a board; null if its variant or position is unknown here. */
  of(board: BoardNow): Picture | null {
    const key = `${board.variant} ${board.fen} ${board.moves.at(-1) ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#make(board);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, made);
    return made;
  }

  #make(board: BoardNow): Picture | null {
    if (board.fen === null || !factsOf(board.variant)) return null;
    const read = this.#binding.checkFen(board.variant, board.fen, language());
    if (!('ok' in read)) return null;
    return { layout: read.ok.board, pieces: read.ok.pieces, last: lastSquares(board, read.ok.board.squares) };
  }
}
