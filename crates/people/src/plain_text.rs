//! Short texts that people type: one plain line, or plain text of several lines. They are shown as
//! text, never as markup, and look the same in a list, in a file and on a terminal.

use std::fmt;
use std::str::FromStr;

use damier_session::line;
use serde::{Deserialize, Serialize};

/// One plain line of at most `MAX_CHARS` characters without surrounding spaces. It is empty or has
/// a visible character.
///
/// ```
/// use damier_people::plain_text::{PlainLine, PlainTextError};
///
/// let place: PlainLine<80> = " 12, rue du Damier ".parse()?;
/// assert_eq!(place.as_str(), "12, rue du Damier");
/// assert!("two\nlines".parse::<PlainLine<80>>().is_err());
/// assert_eq!(PlainLine::<80>::required(" "), Err(PlainTextError::Empty));
/// # Ok::<(), PlainTextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlainLine<const MAX_CHARS: usize>(String);

impl<const MAX_CHARS: usize> PlainLine<MAX_CHARS> {
    /// The maximum number of characters.
    pub const MAX_CHARS: usize = MAX_CHARS;

    /// The text; may be empty.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Normalises a text to a line: without forbidden characters, truncated if it is too long, and
    /// empty if nothing visible is left. For texts that come from a browser or the system.
    ///
    /// ```
    /// use damier_people::plain_text::PlainLine;
    /// assert_eq!(PlainLine::<60>::nearest(" Firefox,\n Linux ").as_str(), "Firefox, Linux");
    /// ```
    pub fn nearest(text: &str) -> Self {
        let plain = text.chars().filter(|&letter| !line::is_forbidden(letter));
        let plain: String = plain.take(MAX_CHARS).collect();
        let plain = plain.trim();
        if line::is_visible(plain) {
            Self(plain.to_owned())
        } else {
            Self::default()
        }
    }

    /// Parses a line that must not be empty.
    ///
    /// # Errors
    /// The line is empty, or no plain line of this length.
    pub fn required(text: &str) -> Result<Self, PlainTextError> {
        if text.trim().is_empty() {
            return Err(PlainTextError::Empty);
        }
        text.parse()
    }
}

impl<const MAX_CHARS: usize> FromStr for PlainLine<MAX_CHARS> {
    type Err = PlainTextError;

    fn from_str(text: &str) -> Result<Self, PlainTextError> {
        checked(text, MAX_CHARS, line::is_forbidden).map(|text| Self(text.to_owned()))
    }
}

impl<const MAX_CHARS: usize> TryFrom<String> for PlainLine<MAX_CHARS> {
    type Error = PlainTextError;

    fn try_from(text: String) -> Result<Self, PlainTextError> {
        text.parse()
    }
}

impl<const MAX_CHARS: usize> From<PlainLine<MAX_CHARS>> for String {
    fn from(line: PlainLine<MAX_CHARS>) -> String {
        line.0
    }
}

impl<const MAX_CHARS: usize> fmt::Display for PlainLine<MAX_CHARS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name in addresses: `LEAST` to `MOST` lowercase letters, digits and hyphens, without a hyphen
/// at either end, so it can be read aloud.
///
/// ```
/// use damier_people::plain_text::Slug;
///
/// let id: Slug<4, 40> = "salou-2026".parse()?;
/// assert_eq!(id.as_str(), "salou-2026");
/// assert!("Salou 2026".parse::<Slug<4, 40>>().is_err());
/// # Ok::<(), damier_people::plain_text::SlugError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slug<const LEAST: usize, const MOST: usize>(String);

impl<const LEAST: usize, const MOST: usize> Slug<LEAST, MOST> {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const LEAST: usize, const MOST: usize> fmt::Display for Slug<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const LEAST: usize, const MOST: usize> FromStr for Slug<LEAST, MOST> {
    type Err = SlugError;

    fn from_str(text: &str) -> Result<Self, SlugError> {
        let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let fits = (LEAST..=MOST).contains(&text.len()) && text.bytes().all(is_known);
        if fits && !text.starts_with('-') && !text.ends_with('-') {
            Ok(Self(text.to_owned()))
        } else {
            let (least, most) = (LEAST, MOST);
            Err(SlugError { least, most })
        }
    }
}

/// Error: a text is not such a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected {least} to {most} lowercase letters, digits and hyphens, without a hyphen at either end"
)]
pub struct SlugError {
    /// The minimum number of characters.
    pub least: usize,
    /// The maximum number of characters.
    pub most: usize,
}

/// Plain text of at most `MAX_CHARS` characters in at most `LINES` lines, without surrounding
/// spaces. It is empty or has a visible character; its lines end with `\n`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlainText<const MAX_CHARS: usize, const LINES: usize>(String);

impl<const MAX_CHARS: usize, const LINES: usize> PlainText<MAX_CHARS, LINES> {
    /// The text; may be empty.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MAX_CHARS: usize, const LINES: usize> FromStr for PlainText<MAX_CHARS, LINES> {
    type Err = PlainTextError;

    fn from_str(text: &str) -> Result<Self, PlainTextError> {
        let text = text.replace("\r\n", "\n");
        let text = checked(&text, MAX_CHARS, |it| it != '\n' && line::is_forbidden(it))?;
        let found = text.lines().count();
        if found > LINES {
            return Err(PlainTextError::TooManyLines { most: LINES, found });
        }
        Ok(Self(text.to_owned()))
    }
}

impl<const MAX_CHARS: usize, const LINES: usize> TryFrom<String> for PlainText<MAX_CHARS, LINES> {
    type Error = PlainTextError;

    fn try_from(text: String) -> Result<Self, PlainTextError> {
        text.parse()
    }
}

impl<const MAX_CHARS: usize, const LINES: usize> From<PlainText<MAX_CHARS, LINES>> for String {
    fn from(text: PlainText<MAX_CHARS, LINES>) -> String {
        text.0
    }
}

/// The trimmed text, if it is short, without forbidden characters, and empty or visible.
fn checked(
    text: &str,
    most: usize,
    is_forbidden: impl Fn(char) -> bool,
) -> Result<&str, PlainTextError> {
    let text = text.trim();
    let found = text.chars().count();
    if found > most {
        return Err(PlainTextError::TooLong { most, found });
    }
    if let Some(found) = text.chars().find(|&character| is_forbidden(character)) {
        return Err(PlainTextError::NotPlain { found });
    }
    if !text.is_empty() && !line::is_visible(text) {
        return Err(PlainTextError::Invisible);
    }
    Ok(text)
}

/// Why a text is not plain text of the allowed length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlainTextError {
    /// It is too long.
    #[error("at most {most} characters, but found {found}")]
    TooLong {
        /// The maximum number of characters.
        most: usize,
        /// The number of characters found.
        found: usize,
    },
    /// It has too many lines.
    #[error("at most {most} lines, but found {found}")]
    TooManyLines {
        /// The maximum number of lines.
        most: usize,
        /// The number of lines found.
        found: usize,
    },
    /// It contains a control character, a line break where one line is allowed, or a character that
    /// disguises text.
    #[error("plain text only, but found {found:?}")]
    NotPlain {
        /// The first invalid character.
        found: char,
    },
    /// It is not empty, but no character of it is visible.
    #[error("found only invisible characters")]
    Invisible,
    /// It is empty where text is required.
    #[error("this field is required")]
    Empty,
}

impl PlainTextError {
    /// The stable code in messages. `field` names the text: `title` gives `title-too-long`.
    pub fn code(self, field: &str) -> String {
        let what = match self {
            PlainTextError::TooLong { .. } | PlainTextError::TooManyLines { .. } => "too-long",
            PlainTextError::NotPlain { .. } | PlainTextError::Invisible => "not-plain",
            PlainTextError::Empty => "empty",
        };
        format!("{field}-{what}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Line = PlainLine<80>;
    type Text = PlainText<1_000, 30>;

    #[test]
    fn a_line_is_plain_short_and_visible() {
        let line = |text: &str| text.parse::<Line>().map(|line| line.0);
        assert_eq!(line("  12, rue du Damier "), Ok("12, rue du Damier".into()));
        for good in ["", "a", "Épreuve « n° 1 » 🏆", "\u{200b}a", "👩\u{200d}🎓"] {
            assert_eq!(line(good), Ok(good.to_owned()), "{good:?}");
        }
        for bad in ['\n', '\0', '\u{202e}', '\u{2028}'] {
            let not_plain = PlainTextError::NotPlain { found: bad };
            assert_eq!(line(&format!("a{bad}b")), Err(not_plain), "{bad:?}");
        }
        for unseen in ["\u{200b}", "\u{feff} \u{ad}", "\u{2800}"] {
            assert_eq!(line(unseen), Err(PlainTextError::Invisible), "{unseen:?}");
        }
        assert_eq!(line(&"é".repeat(80)), Ok("é".repeat(80)));
        let (most, found) = (80, 81);
        let long = PlainTextError::TooLong { most, found };
        assert_eq!(line(&"é".repeat(81)), Err(long));
        assert_eq!(long.code("title"), "title-too-long");
        assert_eq!(Line::required(" "), Err(PlainTextError::Empty));
    }

    #[test]
    fn any_text_has_a_nearest_line() {
        for text in ["", "\u{200b}", " \n ", "a\u{202e}b\0c", &"ä".repeat(9_000)] {
            let line = Line::nearest(text);
            assert_eq!(line.as_str().parse(), Ok(line.clone()), "{text:?}");
        }
        let long = Line::nearest(&format!(" a\nb{}", "é".repeat(900)));
        assert!(long.as_str().starts_with("abé"));
    }

    #[test]
    fn a_slug_is_easy_to_read_out() {
        for good in ["wk26", "salou-2026", "a-1-b", &"x".repeat(40)] {
            assert_eq!(good.parse::<Slug<4, 40>>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "abc",
            "-abc",
            "abc-",
            "Salou",
            "sal ou",
            "salöu",
            "a/b/c/d",
            &"x".repeat(41),
        ] {
            let (least, most) = (4, 40);
            let error = SlugError { least, most };
            assert_eq!(bad.parse::<Slug<4, 40>>(), Err(error), "{bad:?}");
        }
    }

    #[test]
    fn a_text_has_few_lines() {
        let text = |text: &str| text.parse::<Text>().map(|text| text.0);
        assert_eq!(text("one\r\ntwo\n"), Ok("one\ntwo".into()));
        assert_eq!(text("a\tb"), Err(PlainTextError::NotPlain { found: '\t' }));
        assert!(text(&"x".repeat(1_000)).is_ok());
        assert!(text(&"x".repeat(1_001)).is_err());
        assert!(text(&"x\n".repeat(30)).is_ok());
        let many = PlainTextError::TooManyLines {
            most: 30,
            found: 31,
        };
        assert_eq!(text(&format!("{}x", "x\n".repeat(30))), Err(many));
    }

    proptest! {
        #[test]
        fn what_was_read_reads_back(text in "\\PC{0,90}|[ -~\n\r\t]{0,200}") {
            if let Ok(line) = text.parse::<Line>() {
                prop_assert_eq!(line.as_str().parse(), Ok(line.clone()));
            }
            if let Ok(words) = text.parse::<Text>() {
                prop_assert_eq!(words.as_str().parse(), Ok(words.clone()));
            }
        }
    }
}
