//! Why a text is no move of a position.

use damier_rules::Move;

use super::written::WrittenError;
use crate::square_names::SquareName;

/// A text that gives no one move to play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It is no move at all.
    #[error(transparent)]
    Syntax(#[from] WrittenError),
    /// It names a square that the board does not have.
    #[error("found square {name}, expected one of the board's {count} squares")]
    NoSuchSquare {
        /// The square.
        name: SquareName,
        /// How many squares there are.
        count: u8,
    },
    /// It is not legal in this position. Why not is asked of
    /// [`damier_rules`].
    #[error("{text} is not a legal move here")]
    NotLegal {
        /// The move as it was written.
        text: String,
    },
    /// It fits several captures that take different pieces. Whoever must go on takes the first, as
    /// most readers of files do.
    #[error("{text} may be any of {} captures that take different pieces", moves.len())]
    Ambiguous {
        /// The move as it was written.
        text: String,
        /// The moves that it fits, in the order of the rules.
        moves: Vec<Move>,
    },
}

impl MoveError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            MoveError::Syntax(_) => "no-move",
            MoveError::NoSuchSquare { .. } => "no-such-square",
            MoveError::NotLegal { .. } => "not-legal",
            MoveError::Ambiguous { .. } => "ambiguous",
        }
    }
}
