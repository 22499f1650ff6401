//! A position as the page shows it: the board, the pieces, the legal moves. Built from the types of
//! `rules`, with squares and moves in the notation of the game; nothing is decided here.

use damier_notation::move_text::{self, ListedMove};
use damier_notation::{fen, square_names};
use damier_rules::variant::rule_table::Naming;
use damier_rules::{Cells, Kind, Move, Piece, Position, Side, Square, SquareSet, Variant};
use serde::Serialize;

/// The size of a board and where its playing squares are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardLayout {
    /// Cells per row.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// How the cells are joined: `dark`, `all` or `lines`.
    #[cfg_attr(test, ts(type = "Cells"))]
    pub cells: &'static str,
    /// Whether squares are named by a letter and a number, rather than by a number alone.
    pub letters: bool,
    /// The playing squares, in the order of their numbers.
    pub squares: Vec<LayoutSquare>,
}

/// A playing square and its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LayoutSquare {
    /// Its number, 1 = the first playing square of the top row with White at the bottom.
    pub square: u8,
    /// Its row, 0 = top.
    pub row: u8,
    /// Its column, 0 = left.
    pub col: u8,
    /// The name of the square in this game.
    pub name: String,
}

impl BoardLayout {
    /// The board of a game.
    pub(crate) fn of(variant: Variant) -> BoardLayout {
        let board = &variant.table().board;
        let place = |square: Square| {
            let (row, col) = board.row_and_column(square);
            let name = square_names::name(variant, square).to_string();
            LayoutSquare {
                square: square.number(),
                row,
                col,
                name,
            }
        };
        let squares = board.squares().map(place).collect();
        BoardLayout {
            width: board.width,
            height: board.height,
            cells: cells(board.cells),
            letters: variant.table().naming == Naming::Letters,
            squares,
        }
    }
}

/// The stable code for the way in which the cells of a board are joined.
pub(crate) const fn cells(cells: Cells) -> &'static str {
    match cells {
        Cells::Dark { .. } => "dark",
        Cells::All => "all",
        Cells::Lines => "lines",
    }
}

/// A piece on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PieceView {
    /// The square that it is on.
    pub square: u8,
    /// Its side.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// Man or king.
    #[cfg_attr(test, ts(type = "Kind"))]
    pub kind: Kind,
}

/// The pieces of a position by the numbers of their squares.
pub(crate) fn pieces(position: &Position) -> Vec<PieceView> {
    let view = |square: Square| {
        let piece = position.piece_at(square)?;
        Some(PieceView {
            square: square.number(),
            side: piece.side,
            kind: piece.kind,
        })
    };
    position
        .variant()
        .table()
        .board
        .squares()
        .filter_map(view)
        .collect()
}

/// One character for each square, in the order of the squares' numbers: `w` and `b` are men, `W`
/// and `B` are kings, `.` is an empty square.
pub(crate) fn piece_letters(position: &Position) -> String {
    let letter = |square: Square| match position.piece_at(square) {
        None => '.',
        Some(Piece { side, kind }) => match (side, kind) {
            (Side::White, Kind::Man) => 'w',
            (Side::White, Kind::King) => 'W',
            (Side::Black, Kind::Man) => 'b',
            (Side::Black, Kind::King) => 'B',
        },
    };
    let board = &position.variant().table().board;
    board.squares().map(letter).collect()
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveView {
    /// The move in the notation of the game: short, or long if the short form is ambiguous.
    pub text: String,
    /// The move in its long form, with every square where it turns.
    pub long: String,
    /// Where the piece starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// Every square where the piece lands, `from` and `to` included.
    pub path: Vec<u8>,
    /// The captured pieces in the order of capture.
    pub captured: Vec<u8>,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The piece of the other side that is huffed before the move.
    pub huff: Option<u8>,
}

impl MoveView {
    /// A move that is legal in this position.
    pub(crate) fn of(position: &Position, played: &Move) -> MoveView {
        MoveView::from(ListedMove::new(position, played))
    }

    /// All moves that are legal in this position.
    pub(crate) fn all(position: &Position) -> Vec<MoveView> {
        let listed = move_text::list(position);
        listed.into_iter().map(MoveView::from).collect()
    }
}

impl From<ListedMove> for MoveView {
    fn from(listed: ListedMove) -> MoveView {
        let played = listed.played;
        MoveView {
            text: listed.text,
            long: listed.long,
            from: played.from.number(),
            to: played.to.number(),
            path: numbers(listed.path.squares),
            captured: numbers(listed.path.captured),
            promotes: played.promotes,
            huff: played.huff.map(Square::number),
        }
    }
}

/// Squares as numbers.
pub(crate) fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<u8> {
    squares.into_iter().map(Square::number).collect()
}

/// A set of squares as numbers.
pub(crate) fn set(squares: SquareSet) -> Vec<u8> {
    numbers(squares.iter())
}

/// A position without its history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionView {
    /// The id of the game.
    pub variant: String,
    /// The board.
    pub board: BoardLayout,
    /// The side to move.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The position as FEN.
    pub fen: String,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// The legal moves.
    pub moves: Vec<MoveView>,
    /// Pieces that may be huffed before the move.
    pub huffable: Vec<u8>,
}

impl PositionView {
    /// The view of a position.
    pub(crate) fn of(position: &Position) -> PositionView {
        PositionView {
            variant: position.variant().id().to_owned(),
            board: BoardLayout::of(position.variant()),
            side: position.side(),
            fen: fen::write(position),
            pieces: pieces(position),
            moves: MoveView::all(position),
            huffable: set(position.huffable()),
        }
    }
}
