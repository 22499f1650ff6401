//! Who plays a game of a class: its pupils, and the computer of the house for one who would be left over.

use crate::classes::nickname::Nickname;

/// Who plays a side of a game of a class.
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
    /// The computer of the house.
    Computer {
        /// At which level, one of [`HOUSE_LEVELS`](crate::challenges::HOUSE_LEVELS).
        level: u8,
    },
}

impl ClassPlayer {
    /// The pupil; `None` for the computer.
    pub const fn pupil(self) -> Option<Nickname> {
        match self {
            ClassPlayer::Pupil(nickname) => Some(nickname),
            ClassPlayer::Computer { .. } => None,
        }
    }

    /// The level of the computer; `None` for a pupil.
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
