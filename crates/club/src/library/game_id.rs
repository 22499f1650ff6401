//! The name of a kept game: a UUID, given by whoever keeps the game first (a browser or the server).
//! Used by the library port, its backends and the HTTP door. It never invents ids: that needs a clock
//! and dice, which belong to the doors.

use std::fmt;
use std::str::FromStr;

/// The id of a kept game: any UUID of RFC 9562. New ones are of version 7, so that they sort by the
/// time the game began.
///
/// # Examples
///
/// ```
/// use damier_club::library::GameId;
///
/// let id: GameId = "0190A6E0-7d2c-7c3e-8f5a-0123456789ab".parse()?;
/// assert_eq!(id.to_string(), "0190a6e0-7d2c-7c3e-8f5a-0123456789ab");
/// # Ok::<(), damier_club::library::GameIdError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u128);

/// Lengths of the groups of hexadecimal digits in the text of a UUID.
const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

impl GameId {
    /// The id with these 128 bits.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }
}

impl fmt::Display for GameId {
    /// The canonical text: 32 lower-case digits in five groups.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        let mut rest = digits.as_str();
        for (index, length) in GROUPS.into_iter().enumerate() {
            let (group, after) = rest.split_at(length);
            let dash = if index == 0 { "" } else { "-" };
            write!(f, "{dash}{group}")?;
            rest = after;
        }
        Ok(())
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let mut bits = 0_u128;
        let mut lengths = GROUPS.into_iter();
        for group in text.split('-') {
            let expected = lengths.next().ok_or(GameIdError::Groups)?;
            let found = group.chars().count();
            if found != expected {
                return Err(GameIdError::GroupLength { found, expected });
            }
            for digit in group.chars() {
                let value = digit
                    .to_digit(16)
                    .ok_or(GameIdError::Digit { found: digit })?;
                bits = bits << 4 | u128::from(value);
            }
        }
        if lengths.next().is_some() {
            return Err(GameIdError::Groups);
        }
        Ok(Self(bits))
    }
}

/// Why a text is not the id of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GameIdError {
    /// Not five groups with dashes between them.
    #[error("a game id has five groups of digits with dashes between them")]
    Groups,
    /// A group is too short or too long.
    #[error("a group of the game id has {found} digits where {expected} are expected")]
    GroupLength {
        /// Digits found.
        found: usize,
        /// Digits expected.
        expected: usize,
    },
    /// A character is no hexadecimal digit.
    #[error("a game id is made of hexadecimal digits, but found {found:?}")]
    Digit {
        /// The character found.
        found: char,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn says_what_is_wrong() {
        let cases = [
            (
                "",
                GameIdError::GroupLength {
                    found: 0,
                    expected: 8,
                },
            ),
            ("0190a6e0", GameIdError::Groups),
            ("0190a6e0-7d2c-7c3e-8f5a-0123456789ab-", GameIdError::Groups),
            (
                "0190a6e0-7d2c-7c3e-8f5a-0123456789a",
                GameIdError::GroupLength {
                    found: 11,
                    expected: 12,
                },
            ),
            (
                "0190a6eg-7d2c-7c3e-8f5a-0123456789ab",
                GameIdError::Digit { found: 'g' },
            ),
            (
                "é190a6e0-7d2c-7c3e-8f5a-0123456789ab",
                GameIdError::Digit { found: 'é' },
            ),
        ];
        for (text, reason) in cases {
            assert_eq!(text.parse::<GameId>(), Err(reason), "{text}");
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_it_wrote(bits: u128) {
            let id = GameId::from_bits(bits);
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }

        #[test]
        fn never_panics(text in ".{0,60}") {
            let _ = text.parse::<GameId>();
        }

        #[test]
        fn sorts_as_its_text(a: u128, b: u128) {
            let (a, b) = (GameId::from_bits(a), GameId::from_bits(b));
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }
    }
}
