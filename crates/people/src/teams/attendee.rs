//! Who comes to a gathering, and for what.

use std::fmt;
use std::str::FromStr;

use damier_rules::Side;
use damier_session::SeatKey;

use crate::teams::name::FirstName;

/// What somebody comes for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// To play on this side.
    Side(Side),
    /// To look on.
    Watcher,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 3] = [
        Part::Side(Side::White),
        Part::Side(Side::Black),
        Part::Watcher,
    ];

    /// The stable word.
    pub const fn code(self) -> &'static str {
        match self {
            Part::Side(side) => side.code(),
            Part::Watcher => "watcher",
        }
    }

    /// The part with this word.
    pub fn from_code(code: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.code() == code)
    }

    /// The side that is played.
    pub const fn side(self) -> Option<Side> {
        match self {
            Part::Side(side) => Some(side),
            Part::Watcher => None,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that is no part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected white, black or watcher")]
pub struct PartError;

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        Part::from_code(text).ok_or(PartError)
    }
}

/// Somebody who wants to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAttendee {
    /// The key of the new member.
    pub key: SeatKey,
    /// For what.
    pub part: Part,
    /// Under which name.
    pub name: FirstName,
}

/// A member of a gathering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attendee {
    /// Counted from 1 in the order of coming.
    pub number: u16,
    /// What this member came for.
    pub part: Part,
    /// The name.
    pub name: FirstName,
    /// The key, which is that of the seat once the game has begun.
    pub key: SeatKey,
}
