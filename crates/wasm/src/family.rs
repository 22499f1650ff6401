//! The variants that the page offers, with the few facts that the page needs before wasm is loaded.
//! The test that generates the page's types takes them from the rule tables, so that the choice of
//! a game need not wait for wasm.

use damier_rules::variant::rule_table::{Goal, Naming, Obligation, Passing, ResultStyle};
use damier_rules::{Side, Variant};
use serde::Serialize;

use crate::view::cells;

/// A variant in one of the readings of its rules.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
pub(crate) struct GameFacts {
    /// The id. If this is not the usual reading of the rules, the name of the reading follows after
    /// a colon.
    id: &'static str,
    /// The branch of the family of games.
    family: &'static str,
    /// Cells per row.
    width: u8,
    /// Number of rows.
    height: u8,
    /// How the cells are joined.
    #[ts(type = "Cells")]
    cells: &'static str,
    /// Number of playing squares.
    squares: u8,
    /// The pieces of each side at the start.
    pieces: u8,
    /// The side that begins.
    #[ts(type = "Side")]
    first: Side,
    /// Whether squares are named by a letter and a number.
    letters: bool,
    /// Whether men become kings.
    kings: bool,
    /// Whether a player may omit a capture, in which case the opponent may huff the piece.
    huffing: bool,
    /// Whether a side that cannot move has won.
    gives_away: bool,
    /// Whether results are written in points (2-0) rather than wins and halves (1-0).
    points: bool,
}

impl GameFacts {
    /// The facts of a game.
    pub(crate) fn of(variant: Variant) -> GameFacts {
        let table = variant.table();
        GameFacts {
            id: table.id,
            family: table.family.code(),
            width: table.board.width,
            height: table.board.height,
            cells: cells(table.board.cells),
            squares: table.board.square_count(),
            pieces: table.pieces_per_side,
            first: table.first,
            letters: table.naming == Naming::Letters,
            kings: table.passing != Passing::NoPromotion,
            huffing: matches!(table.obligation, Obligation::Huffing { .. }),
            gives_away: table.goal == Goal::GiveAway,
            points: table.results == ResultStyle::Points,
        }
    }
}
