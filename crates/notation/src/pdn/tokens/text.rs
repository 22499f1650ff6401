//! Pieces of PDN text: bounded buffers, names of tags, ends of comments and lines.

use crate::blanks::{invisible, space};
use crate::pdn::encoding::Decoder;
use crate::shown::shown;

/// How many bytes after a closing brace are searched for another one.
const NESTED_BYTES: usize = 1000;

/// Bytes that are kept up to a limit; the rest is dropped.
pub(super) struct Kept {
    pub(super) bytes: Vec<u8>,
    limit: usize,
    pub(super) overflowed: bool,
}

impl Kept {
    pub(super) fn new(limit: usize) -> Kept {
        Kept {
            bytes: Vec::new(),
            limit,
            overflowed: false,
        }
    }

    pub(super) fn push(&mut self, byte: u8) {
        if self.bytes.len() < self.limit {
            self.bytes.push(byte);
        } else {
            self.overflowed = true;
        }
    }

    /// Keeps a byte of a text that may have several lines. Every line end becomes a line feed.
    pub(super) fn push_text(&mut self, byte: u8, next: Option<u8>) {
        match (byte, next) {
            (b'\r', Some(b'\n')) => {}
            (b'\r', _) => self.push(b'\n'),
            _ => self.push(byte),
        }
    }
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn line_length(text: &[u8]) -> usize {
    let line = text.iter().take(200).position(|&byte| is_line_end(byte));
    line.unwrap_or(text.len().min(200))
}

/// A text in quotes, for a message.
pub(super) fn quoted(text: &[u8]) -> String {
    let (text, _) = Decoder::default().decode(text.to_vec());
    if text.is_empty() {
        "the end of the line".to_owned()
    } else {
        format!("'{}'", shown(&text))
    }
}

/// Whether the name of a tag may have this byte behind its first letter. Besides letters and digits
/// the standard has the underscore alone; files have these signs too.
pub(crate) fn is_in_tag_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.+#:/".contains(&byte)
}

/// Reads the name of the tag that begins here, and how many bytes come before its value.
pub(super) fn tag_name(text: &[u8]) -> Option<(String, usize)> {
    let after_bracket = text.strip_prefix(b"[")?;
    let before = tag_blanks(after_bracket);
    let named = &after_bracket[before..];
    let length = named
        .iter()
        .take(100)
        .take_while(|byte| is_in_tag_name(**byte))
        .count();
    let name = named
        .get(..length)
        .filter(|name| name.first().is_some_and(u8::is_ascii_alphabetic))?;
    let after_name = &named[length..];
    let between = tag_blanks(after_name);
    let mark = quotation_mark(&after_name[between..])?;
    let name = String::from_utf8_lossy(name).into_owned();
    Some((name, 1 + before + length + between + mark))
}

/// Where a comment ends that contains opening braces, `inner` of them, if it does not end at the
/// closing brace with which this text begins. It ends at the last brace that closes one of them.
/// The search covers a limited number of bytes, and stops at a line that begins with a tag.
pub(super) fn nested_end(text: &[u8], inner: usize) -> Option<usize> {
    let mut unclosed = inner;
    let mut open = 0usize;
    let mut end = None;
    let mut line_start = false;
    let near = text.get(..NESTED_BYTES).unwrap_or(text);
    for (index, &byte) in near.iter().enumerate().skip(1) {
        if unclosed == 0 || (line_start && starts_with_tag(&text[index..])) {
            break;
        }
        line_start = is_line_end(byte);
        match byte {
            b'{' => open += 1,
            b'}' if open > 0 => open -= 1,
            b'}' => {
                end = Some(index);
                unclosed -= 1;
            }
            _ => {}
        }
    }
    end
}

/// Whether the text begins with a tag as the standard writes it, with a capital letter.
pub(crate) fn starts_with_tag(text: &[u8]) -> bool {
    matches!(text, [b'[', b'A'..=b'Z', ..]) && tag_name(text).is_some()
}

/// The length of `[pdn]`, `[pdn ...]` or `[/pdn]`.
pub(super) fn wrapper(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"[")?;
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let is_pdn = inside.get(..3)?.eq_ignore_ascii_case(b"pdn")
        && matches!(inside.get(3), Some(b']' | b' ' | b'='));
    let line = &text[..line_length(text)];
    let end = line.iter().position(|&byte| byte == b']')?;
    let quotes = line[..end].contains(&b'"');
    (is_pdn && !quotes).then_some(end + 1)
}

/// The spaces within a tag, with those that do not break.
pub(super) fn tag_blanks(text: &[u8]) -> usize {
    let mut at = 0;
    while at < 100 {
        at += match text[at.min(text.len())..] {
            [byte, ..] if byte.is_ascii_whitespace() => 1,
            [0xC2, 0xA0, ..] => 2,
            [0xA0, ..] => 1,
            _ => break,
        };
    }
    at
}

/// The length of the quotation mark with which a text begins: the one of the standard, or one that
/// word processors write in its place, in UTF-8 or Windows-1252.
pub(super) fn quotation_mark(text: &[u8]) -> Option<usize> {
    match *text {
        [b'"' | 0x84 | 0x93 | 0x94, ..] => Some(1),
        [0xC2, 0xAB | 0xBB, ..] => Some(2),
        [0xE2, 0x80, 0x9C..=0x9F, ..] => Some(3),
        _ => None,
    }
}

/// The signs that judge the position, besides those of exclamation and question marks. A number may
/// follow the first: `+2` is two men more.
const EVALUATIONS: &[&str] = &[
    "+/-",
    "-/+",
    "+/=",
    "=/+",
    "+-",
    "-+",
    "+=",
    "=+",
    "+",
    "=",
    "\u{b1}",
    "+\u{2212}",
    "\u{2212}+",
    "+\u{2013}",
    "\u{2013}+",
    "\u{2213}",
    "\u{2a72}",
    "\u{2a71}",
    "\u{221e}",
];

/// The length of the sign that judges a position with which a text begins.
pub(super) fn evaluation(text: &[u8]) -> Option<usize> {
    if !matches!(text.first(), Some(b'+' | b'-' | b'=' | 0xC2 | 0xE2)) {
        return None;
    }
    EVALUATIONS.iter().find_map(|form| {
        let behind = text.strip_prefix(form.as_bytes())?;
        let digits = behind
            .iter()
            .take(3)
            .take_while(|byte| byte.is_ascii_digit());
        let digits = if *form == "+" { digits.count() } else { 0 };
        let ends = match behind.get(digits) {
            None => true,
            Some(byte) if byte.is_ascii() => {
                byte.is_ascii_whitespace() || b"()!?{;$*".contains(byte)
            }
            Some(_) => space(&behind[digits..]) + invisible(&behind[digits..]) > 0,
        };
        (ends && digits < 3).then_some(form.len() + digits)
    })
}

/// Whether a text is one sign that judges a position, such as `+` or `=`.
pub(crate) fn is_evaluation(text: &str) -> bool {
    !text.is_empty() && evaluation(text.as_bytes()) == Some(text.len())
}

/// The length of the letters `\r` and `\n` at the end of a line, which a program wrote in place of
/// the characters; 0 if the text does not begin with them.
pub(super) fn literal_line_ends(text: &[u8]) -> usize {
    let mut length = 0;
    while length < 16 && matches!(text.get(length..length + 2), Some(b"\\r" | b"\\n")) {
        length += 2;
    }
    match text.get(length) {
        None | Some(b'\r' | b'\n') => length,
        _ => 0,
    }
}
