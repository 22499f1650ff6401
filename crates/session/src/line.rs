//! What a name or a title may contain: one plain line of text that looks the same in a list, in a
//! file and on a terminal. Game settings check the names of players with it, and the server checks
//! titles.

/// The first character of a text that no plain line contains: a control character, a separator of
/// lines or paragraphs, or one of Unicode's `Bidi_Control`, which can make a text look like another
/// one.
///
/// ```
/// use damier_session::line::forbidden_char;
/// assert_eq!(forbidden_char("Ton Sijbrands"), None);
/// assert_eq!(forbidden_char("Ton\nSijbrands"), Some('\n'));
/// ```
pub fn forbidden_char(text: &str) -> Option<char> {
    text.chars().find(|&character| is_forbidden(character))
}

/// Whether no plain line contains the character; see [`forbidden_char`].
pub fn is_forbidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' // line and paragraph separators
            | '\u{061c}' | '\u{200e}' | '\u{200f}' // directional marks
            | '\u{202a}'..='\u{202e}' // embeddings and overrides
            | '\u{2066}'..='\u{2069}' // isolates
        )
}

/// Whether anything of a text can be seen by itself: a character that is neither a blank, nor one
/// that no font draws, nor a mark that only combines with a letter.
///
/// ```
/// use damier_session::line::is_visible;
/// assert!(is_visible("a"));
/// assert!(!is_visible(" \u{200b}\u{feff}"));
/// assert!(!is_visible("\u{301}\u{fffc}"));
/// ```
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|character| {
        !character.is_whitespace() && !is_invisible(character) && !is_mark(character)
    })
}

/// Whether a mark combines with the letters of any script; the marks of one script are letters
/// here.
fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

/// Whether no font draws the character: one of Unicode's `Default_Ignorable_Code_Point`, or the
/// blank pattern of Braille.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}' // the blank pattern of Braille
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}' // with the signs of annotations and of an object
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
        )
}
