//! The places that the computer takes in games on a server, and why it does not take another one.

use std::ops::RangeInclusive;

use damier_session::settings::Player;

/// The levels at which the computer plays on a server: all of them.
pub const HOUSE_LEVELS: RangeInclusive<u8> = 1..=10;

/// Why the computer does not take the place that a challenge gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoComputerSeat {
    /// Both sides are the computer's, where somebody is to play.
    #[error("one side is for a person: the computer does not play itself here")]
    BothSides,
    /// The colour that the host wants is the computer's.
    #[error("the host wants the side that is given to the computer")]
    HostsSide,
    /// A level at which it does not play on a server.
    #[error("on a server the computer plays at levels {} to {}, found level {found}", HOUSE_LEVELS.start(), HOUSE_LEVELS.end())]
    Level {
        /// The level found.
        found: u8,
    },
    /// A rating compares people.
    #[error("a game against the computer is not rated")]
    Rated,
    /// The game is one between people.
    #[error("both sides are for people here")]
    AmongPeople,
}

impl NoComputerSeat {
    /// The stable code in messages, of all of them.
    pub const CODE: &'static str = "computer-seat";
}

/// The computer at a level at which it plays on a server.
pub(crate) fn house_player(level: u8) -> Result<Player, NoComputerSeat> {
    if HOUSE_LEVELS.contains(&level) {
        Ok(Player::Computer { level })
    } else {
        Err(NoComputerSeat::Level { found: level })
    }
}
