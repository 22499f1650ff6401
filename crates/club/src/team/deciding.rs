//! How a team comes to one move: chosen when the game is offered, and the same for the whole game.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// How long a team may vote about a move, in seconds.
pub const VOTE_S: RangeInclusive<u16> = 10..=600;

/// How a team decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Deciding {
    /// The members move one after another, in the order in which they joined. Whoever is on move also answers for the team.
    InTurn,
    /// The first member decides; the others propose.
    Captain,
    /// What most of the members who are there vote for.
    Vote {
        /// After how many seconds the votes that there are decide about a move, [`VOTE_S`].
        within_s: u16,
    },
}

/// A way of deciding that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a vote takes {} to {} seconds, found {found}", VOTE_S.start(), VOTE_S.end())]
pub struct DecidingError {
    /// What was found.
    pub found: u16,
}

impl Deciding {
    /// Checks its numbers.
    ///
    /// # Errors
    /// A vote that is too short or too long.
    pub fn check(self) -> Result<(), DecidingError> {
        match self {
            Deciding::Vote { within_s } if !VOTE_S.contains(&within_s) => {
                Err(DecidingError { found: within_s })
            }
            _ => Ok(()),
        }
    }
}
