//! How a team decides on one move: chosen when the match is created, fixed for the game.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The allowed duration of a vote on a move, in seconds.
pub const VOTE_S: RangeInclusive<u16> = 10..=600;

/// The same in a correspondence game: from an hour to half a day, the shortest time for a move
/// there.
pub const VOTE_BY_DAYS_S: RangeInclusive<u16> = 3_600..=43_200;

/// How a team decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Deciding {
    /// Members move in turn, in the order of joining. The member to move also answers for the team.
    InTurn,
    /// The captain decides, the first member until another is named; the others propose.
    Captain,
    /// The most frequent choice of the present members.
    Vote {
        /// The duration of a vote on a move in seconds, [`VOTE_S`]; in a correspondence game
        /// [`VOTE_BY_DAYS_S`].
        within_s: u16,
    },
}

/// Error: an invalid way of deciding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("in a game with this clock a vote lasts {least} to {most} seconds, found {found}")]
pub struct DecidingError {
    /// The shortest vote.
    pub least: u16,
    /// The longest vote.
    pub most: u16,
    /// The duration found.
    pub found: u16,
}

impl Deciding {
    /// Validates the duration of votes, for a correspondence game or a faster one.
    ///
    /// # Errors
    /// The vote is too short or too long.
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
