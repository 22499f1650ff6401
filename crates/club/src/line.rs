//! What may stand in a name or a title: one plain line of text, which shows in a list, in a file and on a
//! terminal as it was written. Asked by the settings of a game, and by the server for titles.

/// The first character of a text that no plain line contains: a control character, a separator of lines
/// or paragraphs, or one of Unicode's `Bidi_Control`, which can make a text look like another one.
///
/// ```
/// use damier_club::line::foreign;
/// assert_eq!(foreign("Ton Sijbrands"), None);
/// assert_eq!(foreign("Ton\nSijbrands"), Some('\n'));
/// ```
pub fn foreign(text: &str) -> Option<char> {
    text.chars().find(|&character| is_foreign(character))
}

/// Whether no plain line contains the character; see [`foreign`].
pub fn is_foreign(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' // line and paragraph separators
            | '\u{061c}' | '\u{200e}' | '\u{200f}' // directional marks
            | '\u{202a}'..='\u{202e}' // embeddings and overrides
            | '\u{2066}'..='\u{2069}' // isolates
        )
}
