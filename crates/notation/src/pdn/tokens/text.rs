//! Pieces of PDN text: bounded buffers, names of tags, ends of comments and lines.

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
    let before = blanks(after_bracket);
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
    let between = blanks(after_name);
    (after_name.get(between) == Some(&b'"')).then(|| {
        let name = String::from_utf8_lossy(name).into_owned();
        (name, 1 + before + length + between + 1)
    })
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

pub(super) fn blanks(text: &[u8]) -> usize {
    let blanks = text.iter().take(100);
    blanks.take_while(|byte| byte.is_ascii_whitespace()).count()
}
