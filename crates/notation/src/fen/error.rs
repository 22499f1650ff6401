//! What is wrong with a FEN, and where.

use damier_rules::SetupFaults;

use crate::square_names::SquareName;

/// A text that is no FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct FenError {
    /// The character where it goes wrong, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: FenFault,
}

/// One way of being no FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenFault {
    /// Something else should stand here.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands here, in quotes, or `the end`.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A square that the board does not have.
    #[error("found square {found}, expected one of the board's {count} squares")]
    NoSuchSquare {
        /// The square as written.
        found: String,
        /// How many squares there are.
        count: u8,
    },
    /// A square that has a piece already.
    #[error("found square {square} again, expected each square once")]
    Again {
        /// The square.
        square: SquareName,
    },
    /// A range that ends before it begins.
    #[error("found a range from {first} down to {last}, expected the smaller number first")]
    Backward {
        /// The first square.
        first: SquareName,
        /// The last square.
        last: SquareName,
    },
    /// A piece that was captured in a capture still going on: lidraughts writes such positions between
    /// two steps of one move, and nobody can be to move in them.
    #[error(
        "found a piece in the middle of a capture ({letter}), expected a position between moves"
    )]
    MidCapture {
        /// `G` for a man, `P` for a king.
        letter: char,
    },
}

impl FenFault {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            FenFault::Unexpected { .. } => "unexpected",
            FenFault::NoSuchSquare { .. } => "no-such-square",
            FenFault::Again { .. } => "square-again",
            FenFault::Backward { .. } => "backward-range",
            FenFault::MidCapture { .. } => "mid-capture",
        }
    }
}

/// A text that gives no position to play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It is no FEN.
    #[error(transparent)]
    Text(#[from] FenError),
    /// It is a FEN, of something that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl PositionError {
    /// What is at fault in the text, in quotes: the piece of it around the character where it goes wrong, or its beginning
    /// where all of it together cannot be played. A position of forty pieces is not quoted whole.
    pub(crate) fn quoted(&self, text: &str) -> String {
        /// Characters that are quoted before and from the one at fault.
        const BEFORE: usize = 8;
        const FROM: usize = 12;
        let first = match self {
            PositionError::Text(error) => error.column.saturating_sub(1 + BEFORE),
            PositionError::Setup(_) => 0,
        };
        let mut rest = text.chars().skip(first);
        let piece: String = rest.by_ref().take(BEFORE + FROM).collect();
        let before = if first > 0 { "…" } else { "" };
        let behind = if rest.next().is_some() { "…" } else { "" };
        format!("'{before}{piece}{behind}'")
    }
}
