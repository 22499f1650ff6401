/** The values that the package takes and returns. */

export type Side = 'white' | 'black';
export type Kind = 'man' | 'king';
export type Language = 'en' | 'fr';

/**
 * A square as its game names it: a number (`32`), or a text on boards with letters (`'c3'`).
 * Wherever a square is an argument, numbers may also be texts (`'32'`), and boards with letters
 * take numbers too, counted row by row from the top left with White at the bottom.
 */
export type Square = number | string;

/** A text in both languages. */
export type Texts = Record<Language, string>;

export interface Piece {
  side: Side;
  kind: Kind;
}

export interface PlacedPiece extends Piece {
  square: Square;
}

/** A legal move. */
export interface Move {
  /** The move in the notation of the game, such as `28x19`; the long form if it is ambiguous. */
  text: string;
  /** The long form, with every square on which the piece lands. */
  long: string;
  from: Square;
  to: Square;
  /** Every square on which the piece lands, `from` and `to` included. */
  path: Square[];
  /** The captured pieces in the order of capture; empty for a quiet move. */
  captured: Square[];
  /** Whether a man becomes a king. */
  promotes: boolean;
  /** The opponent's piece that is huffed before the move, in games with huffing. */
  huff: Square | null;
}

/** A move that was played. */
export interface PlayedMove extends Move {
  side: Side;
  /** The FEN before the move. */
  before: string;
  /** The FEN after the move. */
  after: string;
}

/** A move as an argument: its notation, its squares, or a move that the package has returned. */
export type MoveInput = string | MoveSquares | Move;

export interface MoveSquares {
  from: Square;
  to: Square;
  /** Squares between, where several captures have the same start and end. */
  via?: readonly Square[] | undefined;
  /** The opponent's piece to huff first, in games with huffing. */
  huff?: Square | null | undefined;
}

/** The squares of a refusal by their role; a role without squares is absent. */
export interface RefusalSquares {
  /** Where the move becomes wrong. */
  at?: Square[];
  /** Pieces of which one must move. */
  mustMove?: Square[];
  /** Pieces in the way. */
  blockedBy?: Square[];
  /** Pieces captured earlier in the same move. */
  captured?: Square[];
  /** Pieces to capture. */
  targets?: Square[];
  /** Squares on which the move may land instead. */
  landings?: Square[];
}

/** Why a move is refused. */
export interface Refusal {
  /** The stable code, such as `captures-too-few`. */
  code: string;
  /** The article of the official rules, or null if there is none. */
  article: string | null;
  /** The reason in the language that was asked for. */
  text: string;
  texts: Texts;
  squares: RefusalSquares;
  /** The moves of which one must be played if a capture is compulsory, or the moves that the input fits. */
  moves: Move[];
}

/** How a game has ended by rule. */
export interface Outcome {
  /** The winner; null for a draw. */
  winner: Side | null;
  /** The stable code of the rule, such as `no-moves`. */
  reason: string;
  /** The result as PDN writes it in this game: `2-0`, `1-1`, `0-2`, or `1-0` and so on. */
  result: string;
  /** The outcome in the language that was asked for. */
  text: string;
  texts: Texts;
}

/** A fault of a FEN. */
export interface FenFault {
  code: string;
  texts: Texts;
  squares: Square[];
}

/** A game of the family, or a reading of its rules. */
export interface Variant {
  id: string;
  name: Texts;
}
