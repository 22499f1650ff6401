/**
 * What a board is given and what it reports. These are plain values: the values of the rules binding fit without conversion,
 * and so do hand-made ones in tests. Nothing here knows a rule or which moves are legal.
 */

/** The number of a playing square, counted from 1, row by row from the top left with White at the bottom. */
export type Square = number;

export type Side = 'white' | 'black';
export type Kind = 'man' | 'king';

/** A playing square and its place. `row` and `col` count from 0 at the top left, with White at the bottom. */
export interface LayoutSquare {
  square: Square;
  row: number;
  col: number;
  /** The name of the square in its game: `28`, or `c3` on a board with letters. */
  name: string;
}

/** How the cells of a board are joined: dark cells by diagonals, all cells by rows and columns, or points by lines. */
export type Cells = 'dark' | 'all' | 'lines';

/** A board of any width and height, with any set of playing squares. */
export interface Layout {
  width: number;
  height: number;
  cells: Cells;
  /** Squares are named by a letter for the column and a number for the row. */
  letters: boolean;
  squares: readonly LayoutSquare[];
}

export interface BoardPiece {
  square: Square;
  side: Side;
  kind: Kind;
}

/** A legal move. There is one entry for each captured set, with one path to show it. */
export interface BoardMove {
  from: Square;
  to: Square;
  /** Every square on which the piece lands, including `from` and `to`. */
  path: readonly Square[];
  /** The captured pieces in the order of capture; empty for a quiet move. */
  captured: readonly Square[];
  promotes: boolean;
  /** The other side's piece that is huffed before the move. */
  huff: Square | null;
  long: string;
}

/** What the user tried: the piece, and where it should go (null: it was only touched). */
export interface MoveInput {
  from: Square;
  to: Square | null;
  via: readonly Square[];
  /** The piece to huff first, if the input is a whole move. */
  huff?: Square | null;
  /** The user has let the piece go there, although the capture could continue. */
  stops?: boolean;
}

export type Numbers = 'outside' | 'inside' | 'none';

/** The colours of drawings. The letters are those of the commands in PDN. */
export type ShapeColour = 'G' | 'R' | 'Y' | 'B';

/** A drawing on the board: a circled square or an arrow. */
export interface BoardShape {
  colour: ShapeColour;
  from: Square;
  /** Where an arrow ends; null for a circled square. */
  to: Square | null;
}

/** Everything that a board shows at one moment. The display changes only through a new view. */
export interface BoardView {
  layout: Layout;
  pieces: readonly BoardPiece[];
  /** The moves that the user can make; empty if there are none. */
  moves: readonly BoardMove[];
  /** The side whose pieces react to a touch; null on a board that is only shown. */
  mine: Side | null;
  /** Whether Black is at the bottom. */
  flipped: boolean;
  numbers: Numbers;
  /** Pieces and their marks are hidden: the user plays blindfold. */
  blindfold: boolean;
  markMovable: boolean;
  /** The move that led to this position. Its two squares are marked. */
  lastMove: BoardMove | null;
  /** Moves to show with arrows: what must be played after a refusal, a hint, or the best line. */
  pointedOut: readonly BoardMove[];
  /** Fainter arrows: the other lines of an engine. */
  alternatives: readonly BoardMove[];
  /** What the other side would play if it were its turn. */
  threat: BoardMove | null;
  shapes: readonly BoardShape[];
  /** The colour that a touch draws in; null if touches play. The right mouse button always draws. */
  drawing: ShapeColour | null;
  /** The squares to ring: the pieces that a sentence beside the board refers to. */
  ringed: readonly Square[];
  /** The other side's pieces that may be huffed. They are marked; a touch lifts one or puts it back. */
  huffable: readonly Square[];
  /** The piece that is lifted for the next move. `moves` are then those that begin with this huff. */
  lifted: Square | null;
  /** The piece that was touched and must be played. It stays selected, and `moves` are then its own moves. */
  touched: Square | null;
  /** The user's own pieces may be put anywhere, even against the rules. What fits no move is reported. */
  free: boolean;
  /** Any piece may be carried to any square or off the board, for setting up a position. */
  carrying: boolean;
}

export interface BoardEvents {
  /** A legal move was completed. */
  play(move: BoardMove): void;
  /**
   * The user tried something that fits no move of the view. The callback returns whether it still is the beginning of a
   * legal move, along another path to the same captured set; then the piece waits there.
   */
  refuse(input: MoveInput): boolean;
  /** Several moves with different captured sets fit the input; empty when the question is closed. */
  choose(moves: readonly BoardMove[]): void;
  touch(square: Square): void;
  /** A piece that may be huffed was touched. */
  huff(square: Square): void;
  /** A square was touched on a board being set up. `goesOn`: it belongs to the same stroke as the one before. */
  paint(square: Square, goesOn: boolean): void;
  /** A piece was carried to a square, or off the board (`to` is null). */
  carry(from: Square, to: Square | null): void;
  /** A mark was begun with the keyboard on this square, or dropped (null). */
  begin(from: Square | null): void;
  /** Something was drawn. If it exists already in the same colour, it should be removed. */
  mark(shape: BoardShape): void;
}

/** The texts that a board needs for screen readers. */
export interface BoardWords {
  board: string;
  /** The name of one square in its current state. */
  cell(cell: CellState): string;
}

export interface CellState {
  name: string;
  piece: { side: Side; kind: Kind } | null;
  selected: boolean;
  /** The piece was touched and must be played. */
  touched: boolean;
  movable: boolean;
  /** The selected piece can end here or pass here. */
  reachable: boolean;
  /** The piece may be huffed, or is lifted for it. */
  huff: 'possible' | 'lifted' | null;
}
