//! The code by which pupils find their class: short enough to be read from a board at the other end of a room.

use std::fmt;
use std::str::FromStr;

/// The letters of a code. None looks like another (no O beside 0, no I beside 1, no S beside 5), and without vowels no word comes out.
pub const CLASS_CODE_LETTERS: &[u8; 20] = b"CDFGHJKMNPQRTWXY3479";

/// Letters of a code: 64 million codes.
pub const CLASS_CODE_LENGTH: usize = 6;

/// A code, in capitals.
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
    /// The code that follows from random bytes. Each letter is nearly as likely as another, which is enough for what can be guessed anyway.
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

/// A code lets somebody into a class, so it is not written into logs.
impl fmt::Debug for ClassCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClassCode(…)")
    }
}

impl FromStr for ClassCode {
    type Err = ClassCodeError;

    /// Reads a code as somebody has typed it: small letters, and spaces, dots and lines between, do not matter.
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

/// A text that is no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a code has {CLASS_CODE_LENGTH} letters of CDFGHJKMNPQRTWXY3479")]
pub struct ClassCodeError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        let code = ClassCode::drawn([0, 19, 20, 39, 255, 7]);
        assert_eq!(code.as_str(), "C9C9YM");
        for typed in ["C9C9YM", "c9c9ym", " c9c 9ym\n", "C9-C9–YM", "c.9.c.9.y.m"] {
            assert_eq!(typed.parse(), Ok(code), "{typed:?}");
        }
        assert!(!format!("{code:?}").contains("C9"));
    }

    #[test]
    fn what_is_no_code_is_none() {
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
