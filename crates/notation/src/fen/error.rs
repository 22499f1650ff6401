//! The errors of the FEN reader: what is wrong with a FEN, and where.

use damier_rules::SetupFaults;

use crate::square_names::SquareName;

/// An error in a text that was read as a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct FenError {
    /// The column of the error: a number of characters, the first being 1.
    pub column: usize,
    /// What is wrong in that column.
    pub fault: FenFault,
}

/// One thing that can be wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenFault {
    /// The text has one thing where another was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What the text has here, in quotes, or `the end`.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A square that this board does not have.
    #[error("found square {found}, expected one of the board's {count} squares")]
    NoSuchSquare {
        /// The square, as the text names it.
        found: String,
        /// How many squares the board has.
        count: u8,
    },
    /// A square that is named a second time.
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
    /// A piece that has been captured in a capture that is not finished. Lidraughts writes such a
    /// FEN between two steps of one move. No side can move in it, so it is not a position.
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

/// Why a text does not give a position that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Text(#[from] FenError),
    /// The text is a FEN, but its setup cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl PositionError {
    /// The part of the text to quote in a message: a few characters around the error, or the
    /// beginning of the text if the setup as a whole cannot be played. A position of forty pieces
    /// is never quoted whole.
    pub(crate) fn quoted(&self, text: &str) -> String {
        /// How many characters are quoted before the error, and how many from it on.
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
