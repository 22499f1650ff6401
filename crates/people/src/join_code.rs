//! Codes that let their holder join a class or a club, short enough to be read from a board across
//! a classroom.

use std::fmt;
use std::str::FromStr;

/// The letters of a code. No two look alike (no O with 0, no I with 1, no S with 5), and without
/// vowels codes form no words.
const ALPHABET: &[u8; 20] = b"CDFGHJKMNPQRTWXY3479";

/// A code of this many letters, in capitals.
///
/// ```
/// use damier_people::classes::ClassCode;
///
/// let code: ClassCode = " k7m-pd4 ".parse()?;
/// assert_eq!(code.as_str(), "K7MPD4");
/// assert!("K7MPD0".parse::<ClassCode>().is_err());
/// # Ok::<(), damier_people::join_code::JoinCodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JoinCode<const LETTERS: usize>([u8; LETTERS]);

impl<const LETTERS: usize> JoinCode<LETTERS> {
    /// Makes a code from random bytes. The small bias of the letters does not matter for a code of
    /// this length.
    pub fn drawn(bytes: [u8; LETTERS]) -> Self {
        Self(bytes.map(|byte| ALPHABET[usize::from(byte) % ALPHABET.len()]))
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        // Made of ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl<const LETTERS: usize> fmt::Display for JoinCode<LETTERS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Redacted, since its holder can join.
impl<const LETTERS: usize> fmt::Debug for JoinCode<LETTERS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinCode(…)")
    }
}

impl<const LETTERS: usize> FromStr for JoinCode<LETTERS> {
    type Err = JoinCodeError;

    /// Parses a typed code, ignoring case, spaces, dots and hyphens.
    fn from_str(text: &str) -> Result<Self, JoinCodeError> {
        let error = JoinCodeError { letters: LETTERS };
        if text.len() > 8 * LETTERS {
            return Err(error);
        }
        let is_between = |c: &char| c.is_whitespace() || matches!(c, '-' | '–' | '_' | '.');
        let mut letters = text.chars().filter(|c| !is_between(c));
        let mut code = [0; LETTERS];
        for place in &mut code {
            let letter = letters.next().map(|letter| letter.to_ascii_uppercase());
            let letter = letter.and_then(|letter| u8::try_from(letter).ok());
            let letter = letter.filter(|letter| ALPHABET.contains(letter));
            *place = letter.ok_or(error)?;
        }
        match letters.next() {
            None => Ok(Self(code)),
            Some(_) => Err(error),
        }
    }
}

/// Error: a text is not a join code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a code has {letters} characters from CDFGHJKMNPQRTWXY3479")]
pub struct JoinCodeError {
    /// The number of letters of such a code.
    pub letters: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    type ClassCode = JoinCode<6>;

    #[test]
    fn a_code_is_read_despite_usual_typing_errors() {
        let code = ClassCode::drawn([0, 19, 20, 39, 255, 7]);
        assert_eq!(code.as_str(), "C9C9YM");
        for typed in ["C9C9YM", "c9c9ym", " c9c 9ym\n", "C9-C9–YM", "c.9.c.9.y.m"] {
            assert_eq!(typed.parse(), Ok(code), "{typed:?}");
        }
        assert!(!format!("{code:?}").contains("C9"));
    }

    #[test]
    fn invalid_codes_are_rejected() {
        let long = "C".repeat(1_000_000);
        for wrong in [
            "",
            "C9C9W",
            "C9C9WKK",
            "C9C9W0",
            "C9C9WÉ",
            "\u{ff23}9C9WK",
            &long,
        ] {
            assert_eq!(
                wrong.parse::<ClassCode>(),
                Err(JoinCodeError { letters: 6 })
            );
        }
    }
}
