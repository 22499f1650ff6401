//! Reads lines of text from an untrusted source, with a limit on the length of a line.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: a game of a thousand moves fits.
pub const LONGEST_LINE: usize = 64 * 1024;

/// How many bytes of a longer line are kept.
const BEGINNING: usize = 64;

/// A line that was read, or the beginning of one that is too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line, without its line end. Bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line longer than [`LONGEST_LINE`]. This is its beginning; the rest is skipped.
    TooLong(String),
}

/// Reads the next line; `None` at the end of the input. The last line may lack its line end.
///
/// # Errors
/// Those of the reader.
///
/// ```
/// use damier_protocols::lines::{InputLine, next_line};
///
/// let mut input = "hub\r\ninit".as_bytes();
/// assert_eq!(next_line(&mut input)?, Some(InputLine::Line("hub".into())));
/// assert_eq!(next_line(&mut input)?, Some(InputLine::Line("init".into())));
/// assert_eq!(next_line(&mut input)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut anything = false;
    loop {
        let ready = match input.fill_buf() {
            Ok(ready) => ready,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if ready.is_empty() {
            break;
        }
        anything = true;
        let end = ready.iter().position(|&byte| byte == b'\n');
        let part = &ready[..end.unwrap_or(ready.len())];
        let room = LONGEST_LINE - bytes.len();
        too_long |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(ready.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !anything {
        return Ok(None);
    }
    if too_long {
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]);
        return Ok(Some(InputLine::TooLong(begin.into_owned())));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(InputLine::Line(text)))
}

/// The beginning of a text that a peer sent, short enough to be shown on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_line_too_long_is_skipped_and_the_next_one_is_read() {
        let longest = "x".repeat(LONGEST_LINE);
        let text = format!("{longest}\n{longest}x\nping\n");
        // Buffers of any size give the same lines.
        for capacity in [1, 7, 8192, 1 << 20] {
            let mut input = BufReader::with_capacity(capacity, text.as_bytes());
            let mut next = || next_line(&mut input).expect("memory can be read");
            assert_eq!(next(), Some(InputLine::Line(longest.clone())));
            assert_eq!(next(), Some(InputLine::TooLong("x".repeat(BEGINNING))));
            assert_eq!(next(), Some(InputLine::Line("ping".into())));
            assert_eq!(next(), None);
        }
    }

    #[test]
    fn any_bytes_are_lines() {
        let mut input = &b"\n\xff\xfe\n\0\r\n"[..];
        let mut next = || next_line(&mut input).expect("memory can be read");
        assert_eq!(next(), Some(InputLine::Line(String::new())));
        assert_eq!(next(), Some(InputLine::Line("\u{fffd}\u{fffd}".into())));
        assert_eq!(next(), Some(InputLine::Line("\0".into())));
        assert_eq!(next(), None);
    }
}
