//! Prepares untrusted text for messages. It is quoted unchanged, so that users can search for it in
//! a file; only characters that are invisible, or that would change how the rest is shown, are
//! replaced.

/// The most characters of a text that a message repeats.
const MAX_CHARS: usize = 76; // with quotes and a sign it fits the text of a fault

/// A text prepared for a message: its beginning, without invisible characters.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_CHARS).map(visible).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// A character in quotes, prepared for a message.
pub(crate) fn quoted(character: char) -> String {
    format!("'{}'", visible(character))
}

/// Text without control characters other than tabs and ends of lines: a form that every format can
/// store.
pub(crate) fn plain(text: String) -> String {
    let foreign = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if text.contains(foreign) {
        text.replace(foreign, REPLACEMENT)
    } else {
        text
    }
}

/// The replacement for a character that is not written.
const REPLACEMENT: &str = "\u{FFFD}";

fn visible(character: char) -> char {
    // Marks that change the direction of writing would also affect the rest of the message.
    let turns = matches!(character, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if character.is_control() || turns {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_stay_and_what_cannot_be_seen_is_replaced() {
        assert_eq!(shown("[X-Own \"v1\"] it's \\"), "[X-Own \"v1\"] it's \\");
        assert_eq!(shown("\0\u{1}ÿþ\u{202e}"), "\u{FFFD}\u{FFFD}ÿþ\u{FFFD}");
        assert_eq!(shown(&"é".repeat(77)), "é".repeat(76) + "…");
        assert_eq!(quoted('"'), "'\"'");
        assert_eq!(
            plain("a\tb\r\n\0\u{81}".to_owned()),
            "a\tb\r\n\u{FFFD}\u{FFFD}"
        );
    }
}
