//! Players of a class's games: pupils, and the server's engine for a pupil without a partner.

use std::fmt;
use std::str::FromStr;

use crate::classes::nickname::{Nickname, NicknameError};

/// The player of a side in a class's game.
///
/// ```
/// use damier_people::classes::{ClassPlayer, Nickname};
///
/// let fox: Nickname = "fox".parse()?;
/// assert_eq!(ClassPlayer::Pupil(fox).pupil(), Some(fox));
/// assert_eq!(ClassPlayer::Computer { level: 1 }.pupil(), None);
/// # Ok::<(), damier_people::classes::NicknameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClassPlayer {
    /// A pupil of the class.
    Pupil(Nickname),
    /// The server's engine.
    Computer {
        /// At which level, one of [`ENGINE_LEVELS`](crate::challenges::ENGINE_LEVELS).
        level: u8,
    },
}

impl ClassPlayer {
    /// The pupil; `None` for the engine.
    pub const fn pupil(self) -> Option<Nickname> {
        match self {
            ClassPlayer::Pupil(nickname) => Some(nickname),
            ClassPlayer::Computer { .. } => None,
        }
    }

    /// The engine's level; `None` for a pupil.
    pub const fn level(self) -> Option<u8> {
        match self {
            ClassPlayer::Pupil(_) => None,
            ClassPlayer::Computer { level } => Some(level),
        }
    }
}

impl From<Nickname> for ClassPlayer {
    fn from(nickname: Nickname) -> Self {
        ClassPlayer::Pupil(nickname)
    }
}

/// The name of a pupil, or `computer-` and the level.
impl fmt::Display for ClassPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassPlayer::Pupil(nickname) => nickname.fmt(f),
            ClassPlayer::Computer { level } => write!(f, "{COMPUTER}{level}"),
        }
    }
}

const COMPUTER: &str = "computer-";

impl FromStr for ClassPlayer {
    type Err = NicknameError;

    fn from_str(text: &str) -> Result<ClassPlayer, NicknameError> {
        let level = text
            .strip_prefix(COMPUTER)
            .and_then(|level| level.parse().ok());
        match level {
            Some(level) => Ok(ClassPlayer::Computer { level }),
            None => text.parse().map(ClassPlayer::Pupil),
        }
    }
}
