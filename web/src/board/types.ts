/**
 * What a board is handed and what it tells back. Plain values: the shapes coming through the rules door fit them as they
 * are, and so do hand-made ones in tests. Nothing here knows which moves are legal, or what a rule is.
 */

/** Number of a playing square, counted from 1, row by row from the top left with White at the bottom. */
export type Square = number;

export type Side = 'white' | 'black';
export type Kind = 'man' | 'king';

/** A playing square and where it lies; `row` and `col` count from 0 at the top left with White at the bottom. */
export interface LayoutSquare {
  square: Square;
  row: number;
  col: number;
  /** How the game itself calls the square: `28`, or `c3` on a board read by letters. */
  name: string;
}

/** How the cells of a board are joined: every other one by diagonals, all by rows and columns, points by lines. */
export type Cells = 'dark' | 'all' | 'lines';

/** The board itself: any width and height, any set of playing squares. */
export interface Layout {
  width: number;
  height: number;
  cells: Cells;
  /** Squares are named by a letter for the column and a figure for the row. */
  letters: boolean;
  squares: readonly LayoutSquare[];
}

export interface BoardPiece {
  square: Square;
  side: Side;
  kind: Kind;
}

/** One legal move: one entry for each captured set, with one path to show it by. */
export interface BoardMove {
  from: Square;
  to: Square;
  /** Every landing, `from` and `to` included. */
  path: readonly Square[];
  /** In the order of taking; empty for a quiet move. */
  captured: readonly Square[];
  promotes: boolean;
  /** The other side's piece that is huffed before the move. */
  huff: Square | null;
  /** How the move is written in full. */
  long: string;
}

/** What a person tried: the piece touched, and where it was to go (null: it was only touched). */
export interface MoveInput {
  from: Square;
  to: Square | null;
  via: readonly Square[];
  /** The piece that is huffed first, where the input is a whole move. */
  huff?: Square | null;
  /** The piece was let go there for good, though more might follow. */
  stops?: boolean;
}

export type Numbers = 'outside' | 'inside' | 'none';

/** The colours that people draw in; the letters are those of PDN's commands. */
export type ShapeColour = 'G' | 'R' | 'Y' | 'B';

/** What a person has drawn on the board: a circled square, or an arrow. */
export interface BoardShape {
  colour: ShapeColour;
  from: Square;
  /** Where an arrow ends; null for a circled square. */
  to: Square | null;
}

/** Everything a board shows at one moment. Handing it a new view is the only way to change what it shows. */
export interface BoardView {
  layout: Layout;
  pieces: readonly BoardPiece[];
  /** The moves that the person may make here; empty when there is nothing to do. */
  moves: readonly BoardMove[];
  /** Whose pieces answer to a touch; null on a board that only shows. */
  mine: Side | null;
  /** Black at the bottom. */
  flipped: boolean;
  numbers: Numbers;
  /** Pieces and what is marked of them are not drawn: a person plays from memory. */
  blindfold: boolean;
  /** Whether pieces that can move carry a mark. */
  markMovable: boolean;
  /** The move that led here, shown on its two squares. */
  lastMove: BoardMove | null;
  /** Moves to point out: what must be played after a refusal, a hint, the best line. */
  pointedOut: readonly BoardMove[];
  /** Moves that come behind those, more faintly: the other lines of an engine. */
  alternatives: readonly BoardMove[];
  /** What the other side would play if it were its turn. */
  threat: BoardMove | null;
  /** What people have drawn. */
  shapes: readonly BoardShape[];
  /** The colour that a touch draws in; null where it plays. A mouse draws with its right button at any time. */
  drawing: ShapeColour | null;
  /** Squares to ring: the pieces that a sentence beside the board speaks of. */
  ringed: readonly Square[];
  /** The other side's pieces that may be huffed: marked, and a touch lifts one or puts it back. */
  huffable: readonly Square[];
  /** The one that is lifted for the move to come; `moves` are those that begin with it. */
  lifted: Square | null;
  /** The piece that was touched and is to be played: it stays in hand. `moves` are its own then. */
  touched: Square | null;
  /** Pieces of one's own may be put anywhere, rules or not: what fits no move is reported all the same. */
  free: boolean;
  /** Any piece may be carried to any square, or off the board: a position being set up. */
  carrying: boolean;
}

/** What a board reports. */
export interface BoardEvents {
  /** A legal move was completed. */
  play(move: BoardMove): void;
  /**
   * Something was tried that no move handed to the board does. The answer says whether it is the beginning of one all
   * the same, along another path to the same captured set; then the piece waits where it was put.
   */
  refuse(input: MoveInput): boolean;
  /** Several moves with different captured sets fit what was done; empty when the question is over. */
  choose(moves: readonly BoardMove[]): void;
  /** A piece was taken in hand. */
  touch(square: Square): void;
  /** A piece that may be huffed was touched. */
  huff(square: Square): void;
  /** A square was touched on a board being set up. */
  paint(square: Square): void;
  /** A piece was carried to a square, or off the board (`to` is null). */
  carry(from: Square, to: Square | null): void;
  /** Something was drawn; drawn once more in the same colour, it is to go. */
  mark(shape: BoardShape): void;
}

/** The words a board needs for people who do not see it. */
export interface BoardWords {
  /** Name of the whole board. */
  board: string;
  /** Name of one square in its present state. */
  cell(cell: CellState): string;
}

export interface CellState {
  name: string;
  piece: { side: Side; kind: Kind } | null;
  selected: boolean;
  /** The piece was touched, and is to be played. */
  touched: boolean;
  movable: boolean;
  /** The selected piece can end, or pass, here. */
  reachable: boolean;
  /** The piece may be huffed, or has been lifted for it. */
  huff: 'possible' | 'lifted' | null;
}
