//! Setups, addresses of pages and the tags of HTML, as texts.

use super::text::is_line_end;

/// The most bytes between the slashes of a setup.
const SETUP_BYTES: usize = 900;

/// The most bytes of a tag of HTML.
const MARKUP_BYTES: usize = 300;

/// The length of the setup with which a text begins, behind its first slash and without its second
/// one.
pub(super) fn begins_with_setup(text: &[u8]) -> Option<usize> {
    let mut near = text.iter().take(SETUP_BYTES);
    let length = near.position(|&byte| byte == b'/')?;
    has_form_of_setup(&text[..length]).then_some(length)
}

/// Whether PDN reads this text between two slashes as a setup.
pub(crate) fn is_setup(text: &str) -> bool {
    text.len() < SETUP_BYTES && !text.contains('/') && has_form_of_setup(text.as_bytes())
}

/// Whether a text is a FEN, well written or not: it has the word, or begins with the side to move
/// and a colon. Between two slashes that have nothing to do with each other there may be moves, and
/// even the next game.
fn has_form_of_setup(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let has_form = text.starts_with(b"FEN")
        || matches!(text, [b'W' | b'w' | b'B' | b'b' | b'?', rest @ ..]
            if rest.trim_ascii_start().starts_with(b":"));
    has_form && !text.contains(&b'[') && !has_blank_line(text)
}

fn has_blank_line(text: &[u8]) -> bool {
    let mut ends = 0;
    for (index, &byte) in text.iter().enumerate() {
        let is_one_end = byte == b'\n' && index > 0 && text[index - 1] == b'\r';
        if is_line_end(byte) {
            ends += usize::from(!is_one_end);
        } else if !byte.is_ascii_whitespace() {
            ends = 0;
        }
        if ends > 1 {
            return true;
        }
    }
    false
}

pub(super) fn is_address(text: &[u8]) -> bool {
    let begins = |start: &str| {
        let text = text.get(..start.len());
        text.is_some_and(|text| text.eq_ignore_ascii_case(start.as_bytes()))
    };
    begins("http://") || begins("https://") || begins("www.")
}

/// The length of the tag or the character of HTML with which a text begins, or 0.
pub(super) fn markup(text: &[u8]) -> usize {
    let near = &text[..text.len().min(MARKUP_BYTES)];
    let count = |from: usize, is_part: fn(&u8) -> bool| {
        let rest = near.iter().skip(from);
        rest.take_while(|byte| is_part(byte)).count()
    };
    if near.first() == Some(&b'&') {
        let letters = count(1, |byte| byte.is_ascii_alphanumeric() || *byte == b'#');
        let ends = near.get(1 + letters) == Some(&b';');
        return if ends && (2..10).contains(&letters) {
            letters + 2
        } else {
            0
        };
    }
    let slash = usize::from(near.get(1) == Some(&b'/'));
    let is_name = near.get(1 + slash).is_some_and(u8::is_ascii_alphabetic);
    let name = 1 + slash + count(1 + slash, u8::is_ascii_alphanumeric);
    let ends_name = |byte: &u8| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace();
    let within = count(name, |byte| !b"<>[]{}".contains(byte));
    let closes = near.get(name + within) == Some(&b'>');
    if is_name && closes && near.get(name).is_some_and(ends_name) {
        name + within + 1
    } else {
        0
    }
}

/// Whether a piece of text is a tag or a character of HTML, or the address of a page or a part of
/// it: its digits are no moves.
pub(in crate::pdn) fn is_markup(text: &[u8]) -> bool {
    let is_tag = matches!(text.first(), Some(b'<' | b'&')) && markup(text) == text.len();
    is_tag || is_address(text)
}
