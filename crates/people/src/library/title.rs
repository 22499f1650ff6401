//! The title of a stored game, validated here.

use std::fmt;

use damier_session::line;
use serde::{Deserialize, Serialize};

/// The title of a game: one plain line with visible characters, or empty.
///
/// It contains no control characters, since PostgreSQL cannot store NUL.
///
/// ```
/// use damier_people::library::Title;
///
/// let title: Title = "La revanche".parse()?;
/// assert_eq!(title.as_str(), "La revanche");
/// assert!("\u{200b}".parse::<Title>().is_err(), "it would show nothing");
/// # Ok::<(), damier_people::library::TitleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Title(String);

/// The maximum length of a title in characters.
pub const MAX_TITLE: usize = 200;

impl Title {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Title> for String {
    fn from(title: Title) -> String {
        title.0
    }
}

impl std::str::FromStr for Title {
    type Err = TitleError;

    fn from_str(text: &str) -> Result<Self, TitleError> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for Title {
    type Error = TitleError;

    fn try_from(text: String) -> Result<Self, TitleError> {
        let found = text.chars().count();
        if found > MAX_TITLE {
            return Err(TitleError::TooLong { found });
        }
        if let Some(found) = line::forbidden_char(&text) {
            return Err(TitleError::NotPlain { found });
        }
        if !text.is_empty() && !line::is_visible(&text) {
            return Err(TitleError::Invisible);
        }
        Ok(Self(text))
    }
}

/// Why a text is not a title.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TitleError {
    /// It is too long.
    #[error("a title has at most {MAX_TITLE} characters, but found {found}")]
    TooLong {
        /// Its length in characters.
        found: usize,
    },
    /// It is not one plain line.
    #[error("a title is one plain line, but found {found:?} in it")]
    NotPlain {
        /// The first invalid character.
        found: char,
    },
    /// It is not empty, but nothing of it is visible.
    #[error(
        "a title is empty or has a visible character, but found only spaces and invisible characters"
    )]
    Invisible,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_plain_line_that_shows_something() {
        for good in ["", "a", "Épreuve « n° 1 » 🏆", "\u{200b}a", "👩\u{200d}🎓"] {
            assert_eq!(
                good.parse::<Title>().map(String::from),
                Ok(good.to_owned()),
                "{good:?}"
            );
        }
        for bad in ["a\nb", "\0", "a\u{202e}b", "a\u{2028}b"] {
            let error = bad.parse::<Title>().unwrap_err();
            assert!(matches!(error, TitleError::NotPlain { .. }), "{bad:?}");
        }
        for bad in [
            "   ",
            "\u{a0}\u{3000}",
            "\u{200b}",
            "\u{feff} \u{2060}",
            "\u{ad}",
            "\u{3164}",
            "\u{2800}",
            "\u{e0041}",
        ] {
            assert_eq!(bad.parse::<Title>(), Err(TitleError::Invisible), "{bad:?}");
        }
        assert!("é".repeat(MAX_TITLE).parse::<Title>().is_ok());
        let long = "é".repeat(MAX_TITLE + 1);
        assert_eq!(
            long.parse::<Title>(),
            Err(TitleError::TooLong { found: 201 })
        );
    }
}
