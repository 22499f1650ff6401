/**
 * Finds the games that contain a position. Each game is replayed once and the hash of each of its
 * positions is cached, so that a second search compares hashes only. A game with an equal hash is
 * replayed to confirm the match. The search runs in short slices on the page's main thread.
 */
import type { Keeper } from '../../store/keeper.svelte';
import type { LocalGame } from '../../store/local-game';
import type { RulesBinding } from '../../rules/binding';
import type { GameRecord, GameView, PieceView, PlayedMove, Side } from '../../rules/model';

/** The searched position: the pieces on their squares, and the side to move. */
export interface WantedPosition {
  variant: string;
  pieces: readonly PieceView[];
  side: Side;
}

/** The length of a slice in milliseconds. */
const SLICE = 12;
/** The maximum number of cached hashes, at four bytes each. */
const MOST_POSITIONS = 8_000_000;

interface Numbered {
  /** Changes whenever the game changes. */
  stamp: string;
  numbers: Uint32Array;
}

export class PositionSearch {
  readonly #keeper: Keeper;
  readonly #binding: RulesBinding;
  readonly #numbered = new Map<string, Numbered>();
  #positions = 0;

  constructor(keeper: Keeper, binding: RulesBinding) {
    this.#keeper = keeper;
    this.#binding = binding;
  }

  /**
   * The games of this browser that contain the position. `tell` is called with the number of games
   * searched and those found so far.
   */
  async find(
    wanted: WantedPosition,
    tell: (looked: number, found: ReadonlySet<string>) => void,
    stop: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const key = keyOf(boardOf(wanted.pieces), wanted.side);
    const number = numberOf(key);
    let looked = 0;
    let begun = performance.now();
    for await (const games of this.#keeper.local.batches()) {
      for (const game of games) {
        if (stop.aborted) return found;
        if (game.deleted_ms !== null || game.fresh) continue;
        looked += 1;
        if (game.record.variant === wanted.variant && this.#numbersOf(game).includes(number) && this.#has(game, key)) found.add(game.id);
        if (performance.now() - begun < SLICE) continue;
        tell(looked, found);
        await new Promise((resolve) => setTimeout(resolve));
        begun = performance.now();
      }
    }
    return found;
  }

  #numbersOf(game: LocalGame): Uint32Array {
    const stamp = `${game.updated_ms} ${game.revision} ${game.tree_revision}`;
    const known = this.#numbered.get(game.id);
    if (known?.stamp === stamp) return known.numbers;
    const numbers = Uint32Array.from(keysOf(this.#binding, game.record), numberOf);
    this.#positions += numbers.length - (known?.numbers.length ?? 0);
    this.#numbered.delete(game.id);
    this.#numbered.set(game.id, { stamp, numbers });
    for (const [id, oldest] of this.#numbered) {
      if (this.#positions <= MOST_POSITIONS) break;
      this.#positions -= oldest.numbers.length;
      this.#numbered.delete(id);
    }
    return numbers;
  }

  #has({ record }: LocalGame, key: string): boolean {
    return keysOf(this.#binding, record).includes(key);
  }
}

/** The hashes of all positions of a game, in order; empty if the record cannot be replayed. */
export function keysOf(binding: RulesBinding, record: GameRecord): string[] {
  try {
    const game = binding.openGame(record);
    try {
      // The language affects sentences only, which are not read here.
      const live = game.view(0, 'en');
      const keys = replayed(game.earlier(live, 0), live);
      return keys ?? Array.from({ length: live.plies + 1 }, (_, ply) => keyOfView(game.earlier(live, ply)));
    } finally {
      game.free();
    }
  } catch {
    return []; // the reason is displayed when the user opens the game
  }
}

/**
 * The hashes of a game played from the start position without a full replay; null if the moves do
 * not lead to the recorded end position.
 */
function replayed(start: GameView, live: GameView): string[] | null {
  const board = boardOf(start.pieces);
  const keys = [keyOf(board, start.side)];
  live.history.forEach((move, i) => {
    carryOut(board, move);
    keys.push(keyOf(board, live.history[i + 1]?.side ?? live.side));
  });
  return keys.at(-1) === keyOfView(live) ? keys : null;
}

function carryOut(board: Map<number, string>, { from, to, captured, promotes, huff }: PlayedMove): void {
  if (huff !== null) board.delete(huff);
  const piece = board.get(from);
  board.delete(from);
  for (const square of captured) board.delete(square);
  if (piece) board.set(to, promotes ? piece.toUpperCase() : piece);
}

function keyOfView({ pieces, side }: Pick<GameView, 'pieces' | 'side'>): string {
  return keyOf(boardOf(pieces), side);
}

/** The pieces on the squares: `w` and `b` are men, `W` and `B` kings. */
function boardOf(pieces: readonly PieceView[]): Map<number, string> {
  return new Map(pieces.map(({ square, side, kind }) => [square, kind === 'king' ? side.charAt(0).toUpperCase() : side.charAt(0)]));
}

function keyOf(board: ReadonlyMap<number, string>, side: Side): string {
  const squares: string[] = [];
  for (const [square, piece] of board) squares[square] = piece;
  return side + Array.from(squares, (piece) => piece ?? '.').join('').replace(/\.+$/, '');
}

/** A hash of a text (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return number >>> 0;
}
