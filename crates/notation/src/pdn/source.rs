//! A stream of bytes with a window to look ahead through, and the place in the file. The window is
//! bounded, so memory does not grow with the file.

use std::io::{BufRead, ErrorKind};

use super::fault::Place;

/// How far may be looked ahead. Every token that is recognised by looking ahead is far shorter.
pub(super) const AHEAD: usize = 1024;

/// Bytes that are taken from the stream at once.
const MOST_AT_ONCE: usize = 1 << 16;

/// Bytes to be read, and where they stand.
pub(super) struct Source<R> {
    input: R,
    window: Vec<u8>,
    /// The next byte in the window.
    at: usize,
    ended: bool,
    error: Option<std::io::Error>,
    place: Place,
    /// The last byte taken was a carriage return, which ends a line unless a line feed follows.
    after_return: bool,
    /// What was taken since somebody asked to keep it, up to so many bytes.
    kept: Option<Vec<u8>>,
    keep_most: usize,
    /// How often somebody looked ahead or took a byte: the work that reading takes, since each look
    /// goes through a bounded number of bytes.
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
            // The mark that some editors put before UTF-8.
            source.at += 3;
        }
        source
    }

    /// The next bytes: [`AHEAD`] of them or more, unless the stream ends before.
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
                    // A file in memory offers itself whole.
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

    /// The next byte.
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

    /// Takes so many bytes, or as many as there are.
    pub(super) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            if self.take().is_none() {
                return;
            }
        }
    }

    /// Keeps a copy of what is taken from now on, up to so many bytes.
    pub(super) fn keep(&mut self, most: usize) {
        (self.kept, self.keep_most) = (Some(Vec::new()), most);
    }

    /// How many bytes were kept so far.
    pub(super) fn kept(&self) -> usize {
        self.kept.as_ref().map_or(0, Vec::len)
    }

    /// The first bytes of what was kept; nothing is kept from now on.
    pub(super) fn take_kept(&mut self, length: usize) -> Vec<u8> {
        let mut kept = self.kept.take().unwrap_or_default();
        kept.truncate(length);
        kept
    }

    /// Where the next byte stands.
    #[inline]
    pub(super) fn place(&self) -> Place {
        if self.after_return && self.window.get(self.at) != Some(&b'\n') {
            return self.next_line();
        }
        self.place
    }

    /// What went wrong with the stream, told once.
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
            // The later bytes of one character.
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

/// The characters that Windows-1252 has where Latin-1 has signs that no text uses, from 0x80 on; its five gaps stay
/// what they are in Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text in whichever of the two encodings it is: UTF-8 if it can be, or else Latin-1, with the dashes and quotes that
/// Windows adds to it. Each piece of text is judged by itself, since collections are glued together from files of both.
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
