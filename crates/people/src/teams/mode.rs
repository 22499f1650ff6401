//! How a team comes to one move: chosen when the game is offered, and the same for the whole game.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// How long a team may vote about a move at the board, in seconds.
pub const VOTE_S: RangeInclusive<u16> = 10..=600;

/// The same in a game of days: from an hour to half a day, which is the least time for a move there.
pub const VOTE_BY_DAYS_S: RangeInclusive<u16> = 3_600..=43_200;

/// How a team decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Deciding {
    /// The members move one after another, in the order in which they joined. Whoever is on move also answers for the team.
    InTurn,
    /// The captain decides, who is the first member until another one is named; the others propose.
    Captain,
    /// What most of the members who are there vote for.
    Vote {
        /// After how many seconds the votes that there are decide about a move, [`VOTE_S`]; in a game of days [`VOTE_BY_DAYS_S`].
        within_s: u16,
    },
}

/// A way of deciding that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a vote takes {least} to {most} seconds in such a game, found {found}")]
pub struct DecidingError {
    /// The shortest time for a vote.
    pub least: u16,
    /// The longest.
    pub most: u16,
    /// What was found.
    pub found: u16,
}

impl Deciding {
    /// Checks its numbers, for a game of days or for one at the board.
    ///
    /// # Errors
    /// A vote that is too short or too long.
    pub fn check(self, is_by_days: bool) -> Result<(), DecidingError> {
        let range = if is_by_days { VOTE_BY_DAYS_S } else { VOTE_S };
        match self {
            Deciding::Vote { within_s } if !range.contains(&within_s) => Err(DecidingError {
                least: *range.start(),
                most: *range.end(),
                found: within_s,
            }),
            _ => Ok(()),
        }
    }
}
