//! The id of a stored game: a UUID given by the browser or server that stores the game first. Used
//! by the library port, its adapters and the HTTP API. This crate creates no ids, because that
//! needs a clock and random numbers.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The id of a stored game: a UUID (RFC 9562) in its usual form of five groups. New ids are of
/// version 7, so that they sort by the start of the game.
///
/// # Examples
///
/// ```
/// use damier_session::GameId;
///
/// let id: GameId = "0190A6E0-7d2c-7c3e-8f5a-0123456789ab".parse()?;
/// assert_eq!(id.to_string(), "0190a6e0-7d2c-7c3e-8f5a-0123456789ab");
/// # Ok::<(), damier_session::GameIdError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(Uuid);

/// The length of the usual form. Other forms are rejected, so that a game has only one address.
const LENGTH: usize = 36;

impl GameId {
    /// The id with these 128 bits.
    pub const fn from_bits(bits: u128) -> Self {
        Self(Uuid::from_u128(bits))
    }

    /// The 128 bits of this id.
    pub const fn to_bits(self) -> u128 {
        self.0.as_u128()
    }
}

impl fmt::Display for GameId {
    /// The usual form: 32 lower-case digits in five groups.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let found = text.chars().count();
        if found != LENGTH {
            return Err(GameIdError::Length { found });
        }
        let id = Uuid::try_parse(text).map_err(|error| GameIdError::Form(error.to_string()))?;
        Ok(Self(id))
    }
}

/// Why a text is not the id of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameIdError {
    /// It is too short or too long.
    #[error("a game id has {LENGTH} characters, found {found}")]
    Length {
        /// Characters found.
        found: usize,
    },
    /// It is not five groups of hexadecimal digits separated by hyphens.
    #[error("a game id is 32 hexadecimal digits in five groups with dashes between them: {0}")]
    Form(String),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn errors_name_the_fault() {
        for (text, found) in [
            ("", 0),
            ("0190a6e0", 8),
            ("0190a6e07d2c7c3e8f5a0123456789ab", 32),
            ("{0190a6e0-7d2c-7c3e-8f5a-0123456789ab}", 38),
            ("urn:uuid:0190a6e0-7d2c-7c3e-8f5a-0123456789ab", 45),
        ] {
            assert_eq!(text.parse::<GameId>(), Err(GameIdError::Length { found }));
        }
        for text in [
            "0190a6eg-7d2c-7c3e-8f5a-0123456789ab",
            "0190a6e07-d2c-7c3e-8f5a-0123456789ab",
            "é190a6e0-7d2c-7c3e-8f5a-0123456789ab",
            "0190a6e0-7d2c-7c3e-8f5a--123456789ab",
        ] {
            let error = text.parse::<GameId>().unwrap_err();
            assert!(matches!(error, GameIdError::Form(_)), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn ids_read_back(bits: u128) {
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
