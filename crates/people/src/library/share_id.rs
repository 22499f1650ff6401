//! The public address of a shared game. It differs from the game's id, because clients choose ids
//! and could reuse one for another game. The server draws the addresses.

use std::fmt;
use std::str::FromStr;

use damier_session::{GameId, GameIdError};

/// The address of a shared game: 128 bits drawn by the server, written like the id of a game.
///
/// # Examples
///
/// ```
/// use damier_people::library::ShareId;
///
/// let share: ShareId = "0190A6E0-7d2c-7c3e-8f5a-0123456789ab".parse()?;
/// assert_eq!(share.to_string(), "0190a6e0-7d2c-7c3e-8f5a-0123456789ab");
/// # Ok::<(), damier_session::GameIdError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShareId(GameId);

impl ShareId {
    /// The address with these 128 bits.
    pub const fn from_bits(bits: u128) -> Self {
        Self(GameId::from_bits(bits))
    }
}

impl fmt::Display for ShareId {
    /// Written as the id of a game: 32 lower-case digits in five groups.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ShareId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        text.parse().map(Self)
    }
}
