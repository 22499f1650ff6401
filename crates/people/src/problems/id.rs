//! The id of a problem in the shipped collection.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Hexadecimal digits of an id.
const DIGITS: usize = 10;

/// The id of a problem: 40 bits, written as ten hexadecimal digits.
///
/// ```
/// use damier_people::problems::ProblemId;
/// let id: ProblemId = "b2ab2f5c16".parse().unwrap();
/// assert_eq!(id.to_string(), "b2ab2f5c16");
/// assert!("B2AB2F5C16".parse::<ProblemId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProblemId(u64);

impl ProblemId {
    /// The number of the stored document that contains the problem's rating.
    pub(crate) fn bucket(self) -> u8 {
        self.0.to_be_bytes()[3]
    }
}

impl FromStr for ProblemId {
    type Err = ProblemIdError;

    fn from_str(text: &str) -> Result<ProblemId, ProblemIdError> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != DIGITS || !text.bytes().all(is_digit) {
            return Err(ProblemIdError);
        }
        let bits = u64::from_str_radix(text, 16).map_err(|_| ProblemIdError)?;
        Ok(ProblemId(bits))
    }
}

impl fmt::Display for ProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010x}", self.0)
    }
}

impl TryFrom<String> for ProblemId {
    type Error = ProblemIdError;

    fn try_from(text: String) -> Result<ProblemId, ProblemIdError> {
        text.parse()
    }
}

impl From<ProblemId> for String {
    fn from(id: ProblemId) -> String {
        id.to_string()
    }
}

/// The text is not the id of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the id of a problem: ten hexadecimal digits in lower case")]
pub struct ProblemIdError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_ten_digits_in_lower_case() {
        for text in ["", "b2ab2f5c1", "b2ab2f5c166", "b2ab2f5c1g", "+2ab2f5c16"] {
            assert_eq!(text.parse::<ProblemId>(), Err(ProblemIdError), "{text}");
        }
        let id: ProblemId = "002f5c16ff".parse().unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"002f5c16ff\"");
    }

    #[test]
    fn the_first_two_digits_choose_the_document() {
        let bucket = |text: &str| text.parse::<ProblemId>().unwrap().bucket();
        assert_eq!(bucket("a72f5c16ff"), 0xa7);
        assert_eq!(bucket("00ffffffff"), 0);
    }
}
