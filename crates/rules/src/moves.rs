//! A move as the doors see it: squares by number.

use crate::{Square, SquareSet};

/// A whole move.
///
/// Two moves are the same when they have the same start, end and captured set (and promotion, where
/// the rules let one set end both ways): captures that differ only in order are one move. The way
/// there is asked of [`Position::path`](crate::Position::path).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; a circular capture ends where it started.
    pub to: Square,
    /// The squares of the captured pieces.
    pub captured: SquareSet,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The piece of the other side that is huffed before the move.
    pub huff: Option<Square>,
}

impl Move {
    /// Returns whether something is captured.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// How a move goes over the board.
///
/// Of several ways to the same captured set it is the one whose squares are the smallest by number,
/// compared one by one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// Every square landed on, the first and the last included.
    pub squares: Vec<Square>,
    /// The captured pieces in the order of taking, one for each landing after the first square.
    pub captured: Vec<Square>,
}
