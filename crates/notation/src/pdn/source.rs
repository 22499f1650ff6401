//! A stream of bytes with a window for looking ahead, and the place in the file. The window has a
//! fixed limit, so the memory used does not grow with the file. Text in UTF-16 is turned into UTF-8
//! before anything looks at it.

use std::io::{BufRead, ErrorKind};

use super::encoding::{Encoding, Utf16};
use super::fault::Place;

/// The lookahead in bytes. The tokens that need it are much shorter.
pub(super) const AHEAD: usize = 1024;

/// The most bytes to take from the stream at once.
const MOST_AT_ONCE: usize = 1 << 16;

/// The bytes to read, with their place in the file.
pub(super) struct Source<'r> {
    /// Boxed, so that the reader is compiled once: it is asked for many bytes at a time.
    input: Box<dyn BufRead + 'r>,
    window: Vec<u8>,
    utf16: Option<Utf16>,
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

impl<'r> Source<'r> {
    /// Starts at the beginning of a stream. `encoding` is that of the stream, if it is known.
    pub(super) fn new(input: impl BufRead + 'r, encoding: Option<Encoding>) -> Source<'r> {
        let mut source = Source {
            input: Box::new(input),
            window: Vec::new(),
            utf16: None,
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
        source.recognise(encoding);
        if source.ahead().starts_with(b"\xEF\xBB\xBF") {
            // The byte order mark that some editors write at the beginning of UTF-8. That of UTF-16
            // has become the same.
            source.at += 3;
        }
        source
    }

    /// Drops the rest of the stream, which is not read.
    pub(super) fn stop(&mut self) {
        self.window.truncate(self.at);
        self.ended = true;
    }

    /// Decodes the stream from its beginning if it is in UTF-16.
    fn recognise(&mut self, encoding: Option<Encoding>) {
        let encoding = encoding.or_else(|| Encoding::of_beginning(self.ahead()));
        let high_first = match encoding {
            Some(Encoding::Utf16Le) => false,
            Some(Encoding::Utf16Be) => true,
            _ => return,
        };
        let mut utf16 = Utf16::new(high_first);
        let bytes = std::mem::take(&mut self.window);
        utf16.decode(&bytes, &mut self.window);
        self.utf16 = Some(utf16);
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
                    match &mut self.utf16 {
                        Some(utf16) => utf16.decode(&bytes[..count], &mut self.window),
                        None => self.window.extend_from_slice(&bytes[..count]),
                    }
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
