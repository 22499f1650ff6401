//! Seats that the server's engine takes in a challenge, and why it rejects others.

use std::ops::RangeInclusive;

use damier_session::settings::Player;

/// The levels at which the engine plays on a server: all of them.
pub const ENGINE_LEVELS: RangeInclusive<u8> = 1..=10;

/// Why the engine cannot take the seat that a challenge gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineSeatError {
    /// Both sides are the engine's, although a person is to play.
    #[error("at least one side must be human")]
    BothSides,
    /// The host's colour is the engine's.
    #[error("the host has chosen the engine's side")]
    HostsSide,
    /// The engine does not play at this level on a server.
    #[error("the engine plays at levels {} to {}, found level {found}", ENGINE_LEVELS.start(), ENGINE_LEVELS.end())]
    Level {
        /// The level found.
        found: u8,
    },
    /// Rated games are between people.
    #[error("a game against the engine cannot be rated")]
    Rated,
    /// The game is one between people.
    #[error("the engine cannot join this game")]
    AmongPeople,
}

impl EngineSeatError {
    /// The stable code of all of these in messages.
    pub const CODE: &'static str = "computer-seat";
}

/// The engine as a player, if it has this level.
pub(crate) fn engine_player(level: u8) -> Result<Player, EngineSeatError> {
    if ENGINE_LEVELS.contains(&level) {
        Ok(Player::Computer { level })
    } else {
        Err(EngineSeatError::Level { found: level })
    }
}
