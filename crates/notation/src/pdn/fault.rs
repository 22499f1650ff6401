//! What is wrong with a file of games, and where.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
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
    /// Nothing was lost: the file says something in a way that it should not, or says two things.
    Note,
    /// The game belongs to no game of the family that this program plays. It was read, not played.
    NotPlayed,
    /// Something was lost or could not be believed.
    Error,
}

/// What kind of fault it is.
///
/// ```
/// use damier_notation::pdn::{FaultCode, Severity};
/// assert_eq!(FaultCode::NotLegal.code(), "not-legal");
/// assert_eq!(FaultCode::TwoResults.severity(), Severity::Note);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultCode {
    /// Text that is no part of PDN.
    Unreadable,
    /// A tag without its quotes or brackets.
    BrokenTag,
    /// A comment, variation or setup that does not end.
    NotClosed,
    /// A closing sign without an opening one.
    NotOpened,
    /// More than one game may hold.
    TooLong,
    /// A move that is not legal where it stands.
    NotLegal,
    /// A move that names a square that the board does not have.
    NoSuchSquare,
    /// A move that fits several captures.
    Ambiguous,
    /// A dash in the place of a move.
    UnknownMove,
    /// A FEN that is none, or gives no position to play.
    BadPosition,
    /// The tag and the text give different results.
    TwoResults,
    /// A game that this program does not play.
    UnknownGame,
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
            FaultCode::UnknownMove => "unknown-move",
            FaultCode::BadPosition => "bad-position",
            FaultCode::TwoResults => "two-results",
            FaultCode::UnknownGame => "unknown-game",
        }
    }

    /// How bad it is.
    pub const fn severity(self) -> Severity {
        match self {
            FaultCode::NotOpened | FaultCode::Ambiguous | FaultCode::TwoResults => Severity::Note,
            FaultCode::UnknownGame => Severity::NotPlayed,
            _ => Severity::Error,
        }
    }
}

/// One fault of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// What kind it is.
    pub code: FaultCode,
    /// What stands there.
    pub found: String,
    /// What should.
    pub expected: String,
}

impl Fault {
    /// A fault; of a long text only the beginning is told.
    pub(crate) fn new(
        place: Place,
        code: FaultCode,
        found: &str,
        expected: impl Into<String>,
    ) -> Fault {
        const MOST: usize = 80;
        let mut shown: String = found.chars().take(MOST).collect();
        if found.chars().nth(MOST).is_some() {
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
