//! The join code of a class, short enough to be read from a board across a classroom.

use std::fmt;
use std::str::FromStr;

/// The letters of a code. No two look alike (no O with 0, no I with 1, no S with 5), and without
/// vowels codes form no words.
pub const CLASS_CODE_LETTERS: &[u8; 20] = b"CDFGHJKMNPQRTWXY3479";

/// Length of a code: 64 million codes.
pub const CLASS_CODE_LENGTH: usize = 6;

/// A join code, in capitals.
///
/// ```
/// use damier_people::classes::ClassCode;
///
/// let code: ClassCode = " k7m-pd4 ".parse()?;
/// assert_eq!(code.as_str(), "K7MPD4");
/// assert!("K7MPD0".parse::<ClassCode>().is_err());
/// # Ok::<(), damier_people::classes::ClassCodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassCode([u8; CLASS_CODE_LENGTH]);

impl ClassCode {
    /// Makes a code from random bytes. The small bias of the letters does not matter for a code of
    /// this length.
    pub fn drawn(bytes: [u8; CLASS_CODE_LENGTH]) -> ClassCode {
        ClassCode(
            bytes.map(|byte| CLASS_CODE_LETTERS[usize::from(byte) % CLASS_CODE_LETTERS.len()]),
        )
    }

    /// The six letters.
    pub fn as_str(&self) -> &str {
        // Made of ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for ClassCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Redacted, since its holder can join the class.
impl fmt::Debug for ClassCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClassCode(…)")
    }
}

impl FromStr for ClassCode {
    type Err = ClassCodeError;

    /// Parses a typed code, ignoring case, spaces, dots and hyphens.
    fn from_str(text: &str) -> Result<ClassCode, ClassCodeError> {
        if text.len() > 8 * CLASS_CODE_LENGTH {
            return Err(ClassCodeError);
        }
        let is_between = |c: &char| c.is_whitespace() || matches!(c, '-' | '–' | '_' | '.');
        let mut letters = text.chars().filter(|c| !is_between(c));
        let mut code = [0; CLASS_CODE_LENGTH];
        for place in &mut code {
            let letter = letters.next().map(|letter| letter.to_ascii_uppercase());
            let letter = letter.and_then(|letter| u8::try_from(letter).ok());
            *place = letter
                .filter(|letter| CLASS_CODE_LETTERS.contains(letter))
                .ok_or(ClassCodeError)?;
        }
        match letters.next() {
            None => Ok(ClassCode(code)),
            Some(_) => Err(ClassCodeError),
        }
    }
}

/// Error: a text is not a join code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a code has {CLASS_CODE_LENGTH} characters from CDFGHJKMNPQRTWXY3479")]
pub struct ClassCodeError;

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(wrong.parse::<ClassCode>(), Err(ClassCodeError));
        }
    }
}
