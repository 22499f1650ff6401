//! Members of a team match, and their parts.

use std::fmt;
use std::str::FromStr;

use damier_rules::Side;
use damier_session::SeatKey;
use serde::{Deserialize, Serialize};

use crate::json_keys;
use crate::teams::name::FirstName;

/// The part of a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// Plays on this side.
    Side(Side),
    /// Watches.
    Watcher,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 3] = [
        Part::Side(Side::White),
        Part::Side(Side::Black),
        Part::Watcher,
    ];

    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Part::Side(side) => side.code(),
            Part::Watcher => "watcher",
        }
    }

    /// The part with this code.
    pub fn from_code(code: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.code() == code)
    }

    /// The side played.
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

/// Error: a text is not a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected white, black or watcher")]
pub struct PartError;

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        Part::from_code(text).ok_or(PartError)
    }
}

/// A person who wants to join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAttendee {
    /// The key of the new member.
    pub key: SeatKey,
    /// The part.
    pub part: Part,
    /// The name.
    pub name: FirstName,
}

/// A member of a team match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attendee {
    /// Its number, counted from 1 in the order of joining.
    pub number: u16,
    /// Its part.
    #[serde(with = "json_keys::text")]
    pub part: Part,
    /// The name.
    pub name: FirstName,
    /// Its key, which becomes that of its seat when the game begins.
    #[serde(with = "json_keys::seat")]
    pub key: SeatKey,
}
