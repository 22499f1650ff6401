//! The first name of a member of a team match.

use std::fmt;
use std::str::FromStr;

use damier_session::line;

use crate::accounts::{fold, latin_among};

/// The maximum length in characters.
const MAX_FIRST_NAME: usize = 20;

/// A first name: one to twenty characters on one plain line, without surrounding spaces.
///
/// ```
/// use damier_people::teams::FirstName;
/// let name: FirstName = " Awa ".parse()?;
/// assert_eq!(name.as_str(), "Awa");
/// assert!("\u{200b} ".parse::<FirstName>().is_err());
/// # Ok::<(), damier_people::teams::FirstNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FirstName(String);

/// Why a text is not a first name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FirstNameError {
    /// Nothing of it is visible.
    #[error("a name is required")]
    Empty,
    /// It is too long.
    #[error("the name has {found} characters where {MAX_FIRST_NAME} are allowed")]
    TooLong {
        /// Its length in characters.
        found: usize,
    },
    /// It is not one plain line.
    #[error("the name must be one plain line, found {found:?}")]
    NotPlain {
        /// The first invalid character.
        found: char,
    },
}

impl FirstNameError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            FirstNameError::Empty => "name-empty",
            FirstNameError::TooLong { .. } => "name-too-long",
            FirstNameError::NotPlain { .. } => "name-not-plain",
        }
    }
}

impl FirstName {
    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The look-alike key of the name: `Awa`, `awa`, `Áwa` and `Аwa` with a Cyrillic letter have
    /// the same. It works like that of account names, but a name may mix alphabets, and names
    /// without letters are compared by their signs.
    ///
    /// ```
    /// use damier_people::teams::FirstName;
    /// let [one, other] = ["Awa", "\u{410}wa"].map(|name| name.parse::<FirstName>().unwrap());
    /// assert_eq!(one.folded(), other.folded());
    /// ```
    pub fn folded(&self) -> String {
        let folded = fold(&latin_among(&self.0));
        if folded.is_empty() {
            self.0.clone()
        } else {
            folded
        }
    }
}

impl FromStr for FirstName {
    type Err = FirstNameError;

    fn from_str(text: &str) -> Result<FirstName, FirstNameError> {
        let text = text.trim();
        if !line::is_visible(text) {
            return Err(FirstNameError::Empty);
        }
        if let Some(found) = line::forbidden_char(text) {
            return Err(FirstNameError::NotPlain { found });
        }
        let found = text.chars().count();
        if found > MAX_FIRST_NAME {
            return Err(FirstNameError::TooLong { found });
        }
        Ok(FirstName(text.to_owned()))
    }
}

impl fmt::Display for FirstName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_one_key() {
        let key = |text: &str| text.parse::<FirstName>().unwrap().folded();
        for text in ["awa", "AWA", "Áwa", "Аwa", "Аwа", "A-wa", "A wa", "Ａwa"] {
            assert_eq!(key(text), "awa", "{text}");
        }
        assert_eq!(key("Вера"), key("Bepa"));
        assert_eq!(key("王"), "王");
        assert_ne!(key("Awa 2"), key("Awa"));
        assert_ne!(key("👍"), key("👎"));
    }

    #[test]
    fn a_name_is_short_and_plain() {
        let code = |text: &str| text.parse::<FirstName>().map_err(|error| error.code());
        assert_eq!(code(&"é".repeat(20)).map(|name| name.0), Ok("é".repeat(20)));
        assert_eq!(code(&"é".repeat(21)), Err("name-too-long"));
        assert_eq!(code("a\nb"), Err("name-not-plain"));
        assert_eq!(code("a\u{202e}b"), Err("name-not-plain"));
        assert_eq!(code("  "), Err("name-empty"));
        assert_eq!(code("王").map(|name| name.0), Ok("王".to_owned()));
    }
}
