//! A move with its squares by number, as the other crates use it.

use crate::{Square, SquareSet};

/// A whole move.
///
/// Two moves are equal if they have the same start, end and captured set, huff the same piece, and
/// both promote or both do not (some rules allow one captured set to end either way). So captures
/// that differ only in their order are one move. [`Position::path`](crate::Position::path) finds
/// the path of a move.
///
/// ```
/// use damier_rules::{Position, Variant};
/// let first = Position::start(Variant::INTERNATIONAL).legal_moves()[0];
/// assert!(!first.is_capture() && first.captured.is_empty() && !first.promotes);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The start square of the piece.
    pub from: Square,
    /// The end square; a circular capture ends where it started.
    pub to: Square,
    /// The squares of the captured pieces.
    pub captured: SquareSet,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The piece of the other side that is huffed before the move.
    pub huff: Option<Square>,
}

impl Move {
    /// Returns whether the move captures something.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// The path of a move over the board.
///
/// If several paths capture the same pieces, this is the one with the smallest square numbers,
/// compared one by one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// The start square and every square landed on, the end square included.
    pub squares: Vec<Square>,
    /// The captured pieces in the order of capturing, one for each square after the start.
    pub captured: Vec<Square>,
}
