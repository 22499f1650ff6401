//! A stream of bytes with a window for looking ahead, and the place in the file. The window has a
//! fixed limit, so the memory used does not grow with the file.

use std::io::{BufRead, ErrorKind};

use super::fault::Place;

/// The lookahead in bytes. The tokens that need it are much shorter.
pub(super) const AHEAD: usize = 1024;

/// The most bytes to take from the stream at once.
const MOST_AT_ONCE: usize = 1 << 16;

/// The bytes to read, with their place in the file.
pub(super) struct Source<R> {
    input: R,
    window: Vec<u8>,
    /// The index of the next byte in the window.
    at: usize,
    ended: bool,
    error: Option<std::io::Error>,
    place: Place,
    /// Whether the last byte was a carriage return. It ends a line unless a line feed follows.
    after_return: bool,
    /// A copy of the bytes taken since [`keep`](Source::keep) was called, up to `keep_most` bytes.
    kept: Option<Vec<u8>>,
    keep_most: usize,
    /// How often the source looked ahead or took a byte. This measures the work of reading, since
    /// each access covers a limited number of bytes.
    #[cfg(test)]
    pub(super) looks: u64,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        let mut source = Source {
            input,
            window: Vec::new(),
            at: 0,
            ended: false,
            error: None,
            place: Place { line: 1, column: 1 },
            after_return: false,
            kept: None,
            keep_most: 0,
            #[cfg(test)]
            looks: 0,
        };
        if source.ahead().starts_with(b"\xEF\xBB\xBF") {
            // The byte order mark that some editors write at the beginning of UTF-8.
            source.at += 3;
        }
        source
    }

    /// The next bytes: at least [`AHEAD`] of them, or fewer at the end of the stream.
    #[inline]
    pub(super) fn ahead(&mut self) -> &[u8] {
        #[cfg(test)]
        {
            self.looks += 1;
        }
        if self.window.len() - self.at < AHEAD && !self.ended {
            self.fill();
        }
        &self.window[self.at..]
    }

    #[cold]
    fn fill(&mut self) {
        self.window.drain(..self.at);
        self.at = 0;
        while self.window.len() < AHEAD && !self.ended {
            match self.input.fill_buf() {
                Ok([]) => self.ended = true,
                Ok(bytes) => {
                    // A file in memory offers all its bytes at once.
                    let count = bytes.len().min(MOST_AT_ONCE);
                    self.window.extend_from_slice(&bytes[..count]);
                    self.input.consume(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    self.ended = true;
                }
            }
        }
    }

    /// The next byte, without taking it.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.at < self.window.len() {
            Some(self.window[self.at])
        } else {
            self.ahead().first().copied()
        }
    }

    /// Takes the next byte.
    #[inline]
    pub(super) fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        #[cfg(test)]
        {
            self.looks += 1;
        }
        self.at += 1;
        if let Some(kept) = &mut self.kept
            && kept.len() < self.keep_most
        {
            kept.push(byte);
        }
        self.count(byte);
        Some(byte)
    }

    /// Takes this many bytes, or fewer at the end of the stream.
    pub(super) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            if self.take().is_none() {
                return;
            }
        }
    }

    /// Keeps a copy of the bytes taken from now on, up to `most` bytes.
    pub(super) fn keep(&mut self, most: usize) {
        (self.kept, self.keep_most) = (Some(Vec::new()), most);
    }

    /// How many bytes have been kept so far.
    pub(super) fn kept(&self) -> usize {
        self.kept.as_ref().map_or(0, Vec::len)
    }

    /// Returns the first `length` kept bytes, and stops keeping.
    pub(super) fn take_kept(&mut self, length: usize) -> Vec<u8> {
        let mut kept = self.kept.take().unwrap_or_default();
        kept.truncate(length);
        kept
    }

    /// The place of the next byte.
    #[inline]
    pub(super) fn place(&self) -> Place {
        if self.after_return && self.window.get(self.at) != Some(&b'\n') {
            return self.next_line();
        }
        self.place
    }

    /// Returns the error of the stream, if there was one, only once.
    pub(super) fn take_error(&mut self) -> Option<std::io::Error> {
        self.error.take()
    }

    fn count(&mut self, byte: u8) {
        if self.after_return && byte != b'\n' {
            self.place = self.next_line();
        }
        self.after_return = byte == b'\r';
        match byte {
            b'\n' => self.place = self.next_line(),
            // The second and later bytes of a character do not count.
            0x80..=0xBF => {}
            _ => self.place.column = self.place.column.saturating_add(1),
        }
    }

    fn next_line(&self) -> Place {
        Place {
            line: self.place.line.saturating_add(1),
            column: 1,
        }
    }
}

/// The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters that no text
/// uses. Windows-1252 leaves five of them undefined; these stay as in Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes a text: as UTF-8 if it is valid UTF-8, otherwise as Latin-1, with the dashes and
/// quotation marks that Windows adds. Each piece of text is decoded separately, since collections
/// combine files of both kinds.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    let latin = |byte: u8| match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.into_bytes().into_iter().map(latin).collect(),
    }
}
