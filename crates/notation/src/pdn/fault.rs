//! The faults of a file of games: what is wrong, and where.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in this line: a number of characters, the first being 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Nothing was lost: the file writes something in a wrong way, or contains two statements that
    /// differ.
    Note,
    /// This program does not support this game of the family. The game was read but not played.
    NotPlayed,
    /// Something was lost, or the file cannot be right.
    Error,
}

/// The kinds of faults.
///
/// ```
/// use damier_notation::pdn::{FaultCode, Severity};
/// assert_eq!(FaultCode::NotLegal.code(), "not-legal");
/// assert_eq!(FaultCode::TwoResults.severity(), Severity::Note);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultCode {
    /// Text that is not PDN.
    Unreadable,
    /// A tag without its quotes or its brackets.
    BrokenTag,
    /// A comment, a variation or a setup that is not closed.
    NotClosed,
    /// A closing sign without an opening one.
    NotOpened,
    /// More than one game may contain ([`ReadingLimits`](super::ReadingLimits)).
    TooLong,
    /// A move that is not legal in its position.
    NotLegal,
    /// A move that names a square that the board does not have.
    NoSuchSquare,
    /// A move that fits several captures, of which one was played.
    Ambiguous,
    /// A move that fits several moves, and nothing shows which one was meant.
    Undecided,
    /// A capture written hop by hop, as several moves, which was read as one.
    SplitCapture,
    /// A dash in place of a move.
    UnknownMove,
    /// A FEN that cannot be read, or whose position cannot be played.
    BadPosition,
    /// The tag and the text have different results.
    TwoResults,
    /// A game that this program does not support.
    UnknownGame,
    /// A tag that names another game than that of the moves.
    WrongGame,
    /// Text that means nothing where it stands, such as a comma between two moves.
    Superfluous,
    /// Text in another encoding than UTF-8, which was recognised.
    Encoding,
}

impl FaultCode {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            FaultCode::Unreadable => "unreadable",
            FaultCode::BrokenTag => "broken-tag",
            FaultCode::NotClosed => "not-closed",
            FaultCode::NotOpened => "not-opened",
            FaultCode::TooLong => "too-long",
            FaultCode::NotLegal => "not-legal",
            FaultCode::NoSuchSquare => "no-such-square",
            FaultCode::Ambiguous => "ambiguous",
            FaultCode::Undecided => "undecided",
            FaultCode::SplitCapture => "split-capture",
            FaultCode::UnknownMove => "unknown-move",
            FaultCode::BadPosition => "bad-position",
            FaultCode::TwoResults => "two-results",
            FaultCode::UnknownGame => "unknown-game",
            FaultCode::WrongGame => "wrong-game",
            FaultCode::Superfluous => "superfluous",
            FaultCode::Encoding => "encoding",
        }
    }

    /// How bad it is.
    pub const fn severity(self) -> Severity {
        match self {
            FaultCode::NotOpened
            | FaultCode::Ambiguous
            | FaultCode::SplitCapture
            | FaultCode::TwoResults
            | FaultCode::WrongGame
            | FaultCode::Superfluous
            | FaultCode::Encoding => Severity::Note,
            FaultCode::UnknownGame => Severity::NotPlayed,
            _ => Severity::Error,
        }
    }
}

/// One fault in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place of the fault.
    pub place: Place,
    /// The kind of fault.
    pub code: FaultCode,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Fault {
    /// Makes a fault. Only the beginning of a long text is kept.
    pub(crate) fn new(
        place: Place,
        code: FaultCode,
        found: &str,
        expected: impl Into<String>,
    ) -> Fault {
        const MAX_CHARS: usize = 80;
        let mut shown: String = found.chars().take(MAX_CHARS).collect();
        if found.chars().nth(MAX_CHARS).is_some() {
            shown.push('…');
        }
        Fault {
            place,
            code,
            found: shown,
            expected: expected.into(),
        }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// `12:7: found '32-99', expected a legal move`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, found, expected) = (self.place, &self.found, &self.expected);
        match self.code {
            FaultCode::UnknownGame => {
                write!(f, "{place}: not a game this program knows yet: {found}")
            }
            _ => write!(f, "{place}: found {found}, expected {expected}"),
        }
    }
}
