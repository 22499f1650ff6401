//! The reasons why a text is not a move in a position.

use damier_rules::Move;

use super::written::WrittenError;
use crate::square_names::SquareName;

/// Why a text does not denote exactly one legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move.
    #[error(transparent)]
    Syntax(#[from] WrittenError),
    /// The text names a square that the board does not have.
    #[error("found square {name}, expected one of the board's {count} squares")]
    NoSuchSquare {
        /// The square.
        name: SquareName,
        /// How many squares the board has.
        count: u8,
    },
    /// The move is not legal in this position. The crate [`damier_rules`] can explain why.
    #[error("{text} is not a legal move here")]
    NotLegal {
        /// The move, as the text has it.
        text: String,
    },
    /// The text fits several moves: captures that take different pieces or, in short notation,
    /// moves of several pieces. A program that must continue takes the first capture, like most
    /// programs that read files.
    #[error("{text} may be any of {} moves", moves.len())]
    Ambiguous {
        /// The move, as the text has it.
        text: String,
        /// The legal moves that the text fits, in the order in which the rules list them.
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
