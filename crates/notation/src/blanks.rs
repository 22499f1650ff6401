//! Spaces and invisible characters beside those of ASCII, as word processors and pages of the web
//! write them into moves.

/// How many spaces or line ends are accepted between the parts of a move, a number or a result:
/// moves may be aligned in columns or broken over lines.
const MOST_BLANKS: usize = 40;

/// The length of the space with which a text begins, if it is none of ASCII: one that does not
/// break, a narrow or a wide one, or one that separates lines.
pub(crate) fn space(text: &[u8]) -> usize {
    match *text {
        [0xC2, 0xA0, ..] => 2,
        [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE1, 0x9A, 0x80, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The length of the invisible character with which a text begins: a soft hyphen, a space without
/// width, a mark of the direction of writing, or a byte order mark.
pub(crate) fn invisible(text: &[u8]) -> usize {
    match *text {
        [0xC2, 0xAD, ..] => 2,
        [0xE2, 0x80, 0x8B..=0x8F | 0xAA..=0xAE, ..]
        | [0xE2, 0x81, 0xA0..=0xA4 | 0xA6..=0xA9, ..]
        | [0xE1, 0xA0, 0x8E, ..]
        | [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// The length of the spaces and invisible characters with which a text begins. Invisible characters
/// alone separate nothing, so at least one of them must be a space.
#[inline]
pub(crate) fn blanks(text: &[u8]) -> usize {
    // Nearly always there are none.
    if matches!(text.first(), None | Some(b'!'..=b'~')) {
        return 0;
    }
    let near = text.iter().take(MOST_BLANKS);
    let ascii = near.take_while(|byte| byte.is_ascii_whitespace()).count();
    match text.get(ascii) {
        Some(0x80..) => wide_blanks(text, ascii),
        _ => ascii,
    }
}

#[cold]
fn wide_blanks(text: &[u8], ascii: usize) -> usize {
    let (mut at, mut separates) = (ascii, ascii > 0);
    while at < MOST_BLANKS {
        let rest = &text[at..];
        let is_ascii = rest.first().is_some_and(u8::is_ascii_whitespace);
        let spaces = match rest.first() {
            // The space that does not break, in old files.
            Some(0xA0) => 1,
            _ => space(rest) + usize::from(is_ascii),
        };
        let length = spaces + invisible(rest);
        if length == 0 {
            break;
        }
        separates |= spaces > 0;
        at += length;
    }
    if separates { at } else { 0 }
}

/// The length of the dots with which a text begins, and how many they are: the sign `…` is three.
/// There may be spaces between them, as in `1. ...`.
pub(crate) fn dots(text: &[u8]) -> (usize, usize) {
    // Nearly every number of a move is written so.
    if let [b'.', b' ', b'0'..=b'9', ..] = text {
        return (1, 1);
    }
    let (mut end, mut count) = (0, 0);
    loop {
        let before = if count > 0 { blanks(&text[end..]) } else { 0 };
        let (length, more) = match text[end + before..] {
            [b'.', ..] => (1, 1),
            [0xE2, 0x80, 0xA6, ..] => (3, 3),
            // The same in Windows-1251 and 1252. In UTF-8, no character begins with this byte.
            [0x85, ..] => (1, 3),
            _ => return (end, count),
        };
        end += before + length;
        count += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_every_kind() {
        for (text, length) in [
            ("", 0),
            ("x", 0),
            (" \t\nx", 3),
            ("\u{a0}x", 2),
            (" \u{202f}\u{3000} x", 8),
            ("\u{200b} x", 4),
            ("\u{200b}x", 0),
            ("\u{e9}", 0),
        ] {
            assert_eq!(blanks(text.as_bytes()), length, "{text:?}");
        }
        assert_eq!(blanks(b"\xA0 x"), 2, "Latin-1");
    }

    #[test]
    fn dots_of_every_kind() {
        for (text, expected) in [
            ("32", (0, 0)),
            (". 32", (1, 1)),
            ("... 32", (3, 3)),
            (". .. 32", (4, 3)),
            ("\u{2026}32", (3, 3)),
            (".\u{a0}\u{2026} .32", (8, 5)),
        ] {
            assert_eq!(dots(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(dots(b"\x85 32"), (1, 3), "Windows-1252");
    }
}
