//! A line of text that a user enters for a sheet: a title, a club, the words of a task. It is
//! cleaned once, here, so that any input is a single line of valid XML that cannot change the text
//! around it.

/// A short text without line breaks, control characters and characters that change the direction of
/// writing.
///
/// ```
/// use damier_paper::Words;
/// let title = Words::new("  Les coups\n directs ")?;
/// assert_eq!(title.as_str(), "Les coups directs");
/// # Ok::<(), damier_paper::TooLong>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words(String);

/// A text that is longer than [`Words::MAX_CHARS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error(
    "a text of {found} characters, expected at most {} characters",
    Words::MAX_CHARS
)]
pub struct TooLong {
    /// The number of characters found.
    pub found: usize,
}

/// The most combining marks on one letter; more would exceed the height of the line.
const MOST_MARKS: usize = 2;

impl Words {
    /// The most characters of a text.
    pub const MAX_CHARS: usize = 160;

    /// Cleans a text: white space and control characters become single spaces, and characters that
    /// cannot be printed or that change the direction of writing are removed.
    ///
    /// # Errors
    /// The cleaned text is longer than [`Words::MAX_CHARS`] characters.
    pub fn new(text: &str) -> Result<Words, TooLong> {
        let mut clean = String::new();
        let (mut marks, mut length) = (0, 0);
        let mut space = false;
        for letter in text.chars() {
            if letter.is_whitespace() && letter != '\u{a0}' && letter != '\u{202f}'
                || letter.is_control()
            {
                space = !clean.is_empty();
                continue;
            }
            marks = if is_mark(letter) { marks + 1 } else { 0 };
            if is_unprintable(letter) || marks > MOST_MARKS {
                continue;
            }
            if std::mem::take(&mut space) {
                clean.push(' ');
                length += 1;
            }
            length += 1;
            if length <= Words::MAX_CHARS {
                clean.push(letter);
            }
        }
        if length > Words::MAX_CHARS {
            return Err(TooLong { found: length });
        }
        Ok(Words(clean))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the cleaned text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether this is a combining mark, which belongs to the letter before it.
pub(crate) const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether this character is invisible and could move others, or is not allowed in XML.
const fn is_unprintable(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{1fffe}'..='\u{1ffff}'
        | '\u{e0000}'..)
}

/// Escapes a text for an element of XML or HTML, or for an attribute in double quotes.
///
/// ```
/// assert_eq!(damier_paper::escaped("<b>\"A\" & B"), "&lt;b&gt;&quot;A&quot; &amp; B");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_line_is_taken_out() {
        let clean = |text| Words::new(text).unwrap().0;
        assert_eq!(clean("a\u{0}b\tc\u{2028}d"), "a b c d");
        assert_eq!(clean("\u{202e}gro\u{fffe}up\u{200b}"), "group");
        assert_eq!(clean("שלום 👨‍👩‍👧 é"), "שלום 👨‍👩‍👧 é");
        assert_eq!(
            clean(&format!("z{}", "\u{301}".repeat(40))),
            "z\u{301}\u{301}"
        );
        assert!(Words::new(" \n ").unwrap().is_empty());
    }

    #[test]
    fn a_long_text_is_refused_with_its_length() {
        assert!(Words::new(&"é".repeat(Words::MAX_CHARS)).is_ok());
        let error = Words::new(&"é".repeat(1000)).unwrap_err();
        assert_eq!(error, TooLong { found: 1000 });
        assert_eq!(
            error.to_string(),
            "a text of 1000 characters, expected at most 160 characters"
        );
    }
}
