//! User-written texts of clubs: a short line, or a short text of several lines. Always rendered as
//! text, never as markup.

use damier_session::line;
use serde::{Deserialize, Serialize};

/// The maximum length of a line in characters.
pub const MAX_CLUB_LINE: usize = 80;

/// The maximum length of a text in characters.
pub const MAX_CLUB_TEXT: usize = 1_000;

/// The maximum number of lines of a text.
pub const MAX_CLUB_TEXT_LINES: usize = 30;

/// One trimmed line; may be empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubLine(String);

/// A text of a few lines; may be empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubText(String);

/// Why a line or text is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordsError {
    /// It is too long.
    #[error("at most {most} characters, but found {found}")]
    TooLong {
        /// The maximum number of characters.
        most: usize,
        /// The number of characters found.
        found: usize,
    },
    /// It has too many lines.
    #[error("at most {MAX_CLUB_TEXT_LINES} lines, but found {found}")]
    TooManyLines {
        /// The number of lines found.
        found: usize,
    },
    /// It contains a control character, or one that disguises text.
    #[error("plain text only, but found {found:?}")]
    NotPlain {
        /// The first invalid character.
        found: char,
    },
    /// It is empty or invisible where text is required.
    #[error("this field is required")]
    Empty,
}

impl ClubLine {
    /// The line as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parses a line that must not be empty.
    ///
    /// # Errors
    /// The line is invalid or empty.
    pub fn parse_required(text: &str) -> Result<ClubLine, WordsError> {
        let line: ClubLine = text.parse()?;
        if line.0.is_empty() {
            return Err(WordsError::Empty);
        }
        Ok(line)
    }
}

impl std::str::FromStr for ClubLine {
    type Err = WordsError;

    fn from_str(text: &str) -> Result<ClubLine, WordsError> {
        let text = bounded(text, MAX_CLUB_LINE)?;
        if let Some(found) = line::forbidden_char(text) {
            return Err(WordsError::NotPlain { found });
        }
        Ok(ClubLine(text.to_owned()))
    }
}

impl ClubText {
    /// The text, with lines separated by `
    /// `.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for ClubText {
    type Err = WordsError;

    fn from_str(text: &str) -> Result<ClubText, WordsError> {
        let text = bounded(text, MAX_CLUB_TEXT)?.replace("\r\n", "\n");
        let found = text.lines().count();
        if found > MAX_CLUB_TEXT_LINES {
            return Err(WordsError::TooManyLines { found });
        }
        let is_forbidden = |&found: &char| found != '\n' && line::is_forbidden(found);
        if let Some(found) = text.chars().find(is_forbidden) {
            return Err(WordsError::NotPlain { found });
        }
        Ok(ClubText(text))
    }
}

/// The trimmed text, empty if nothing of it is visible.
fn bounded(text: &str, most: usize) -> Result<&str, WordsError> {
    let text = text.trim();
    let found = text.chars().count();
    if found > most {
        return Err(WordsError::TooLong { most, found });
    }
    Ok(
        if line::is_visible(text) || text.chars().any(line::is_forbidden) {
            text
        } else {
            ""
        },
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_and_texts_are_plain_and_short() {
        let line = |text: &str| text.parse::<ClubLine>().map(|line| line.0);
        assert_eq!(line("  12, rue du Damier "), Ok("12, rue du Damier".into()));
        assert_eq!(line("\u{feff} \u{ad}"), Ok(String::new()));
        assert_eq!(line("a\nb"), Err(WordsError::NotPlain { found: '\n' }));
        assert_eq!(
            line("a\u{202e}b"),
            Err(WordsError::NotPlain { found: '\u{202e}' })
        );
        let found = 81;
        assert_eq!(
            line(&"é".repeat(found)),
            Err(WordsError::TooLong { most: 80, found })
        );
        assert_eq!(ClubLine::parse_required(" "), Err(WordsError::Empty));
        let text = |text: &str| text.parse::<ClubText>().map(|text| text.0);
        assert_eq!(text("one\r\ntwo\n"), Ok("one\ntwo".into()));
        assert_eq!(text("a\tb"), Err(WordsError::NotPlain { found: '\t' }));
        assert!(text(&"x".repeat(1_000)).is_ok());
        assert!(text(&"x".repeat(1_001)).is_err());
        assert!(text(&"x\n".repeat(30)).is_ok());
        let many = format!("{}x", "x\n".repeat(30));
        assert_eq!(text(&many), Err(WordsError::TooManyLines { found: 31 }));
    }

    proptest! {
        #[test]
        fn what_was_read_reads_back(text in "\\PC{0,90}|[ -~\n\r\t]{0,200}") {
            if let Ok(line) = text.parse::<ClubLine>() {
                prop_assert_eq!(line.as_str().parse(), Ok(line.clone()));
            }
            if let Ok(words) = text.parse::<ClubText>() {
                prop_assert_eq!(words.as_str().parse(), Ok(words.clone()));
            }
        }
    }
}
