//! The code that lets its holder join a club without applying; shared as a link, or typed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::classes::CLASS_CODE_LETTERS;

/// Length of a code: 20 to the tenth power possible codes.
pub const CLUB_CODE_LENGTH: usize = 10;

/// A code in capitals, made of [`CLASS_CODE_LETTERS`].
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubCode(String);

impl ClubCode {
    /// Makes a code from random bytes.
    pub fn drawn(bytes: [u8; CLUB_CODE_LENGTH]) -> ClubCode {
        let letter = |byte| CLASS_CODE_LETTERS[usize::from(byte) % CLASS_CODE_LETTERS.len()];
        ClubCode(bytes.map(|byte| char::from(letter(byte))).iter().collect())
    }

    /// The ten letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Redacted, since its holder can join the club.
impl fmt::Debug for ClubCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClubCode(…)")
    }
}

/// Error: a text is not a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the code of a club has {CLUB_CODE_LENGTH} characters from CDFGHJKMNPQRTWXY3479")]
pub struct ClubCodeError;

impl FromStr for ClubCode {
    type Err = ClubCodeError;

    /// Parses a typed code, ignoring case, spaces and hyphens.
    fn from_str(text: &str) -> Result<ClubCode, ClubCodeError> {
        if text.len() > 8 * CLUB_CODE_LENGTH {
            return Err(ClubCodeError);
        }
        let is_between = |c: &char| c.is_whitespace() || matches!(c, '-' | '–' | '_' | '.');
        let letters = text.chars().filter(|c| !is_between(c));
        let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        let is_known =
            |letter: char| u8::try_from(letter).is_ok_and(|it| CLASS_CODE_LETTERS.contains(&it));
        if code.len() == CLUB_CODE_LENGTH && code.chars().all(is_known) {
            Ok(ClubCode(code))
        } else {
            Err(ClubCodeError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_despite_usual_typing_errors() {
        let code = ClubCode::drawn([0, 19, 20, 39, 255, 7, 1, 2, 3, 4]);
        assert_eq!(code.as_str(), "C9C9YMDFGH");
        for typed in ["c9c9y-mdfgh", " C9C9Y MDFGH\n"] {
            assert_eq!(typed.parse(), Ok(code.clone()), "{typed:?}");
        }
        let long = "C".repeat(1_000_000);
        for wrong in [
            "",
            "C9C9YMDFG",
            "C9C9YMDFGHH",
            "C9C9YMDFG0",
            "C9C9YMDFÉ",
            &long,
        ] {
            assert_eq!(wrong.parse::<ClubCode>(), Err(ClubCodeError));
        }
        assert!(!format!("{code:?}").contains("C9"));
    }
}
