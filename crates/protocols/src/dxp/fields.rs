//! Reads a message from its beginning, field by field. Every error names a column.

use super::words::GameTime;

/// Why bytes are not a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: found {found}, expected {expected}")]
pub struct MessageError {
    /// The column of the error, from 1.
    pub column: usize,
    /// What was found there, in quotes, or `the end`.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
    /// Whether this is a request in another version of the protocol.
    pub other_version: bool,
}

/// The bytes of a message, and how many of them have been read.
pub(super) struct Fields<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Fields<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Fields<'b> {
        Fields { bytes, at: 0 }
    }

    /// The column of the next field, from 1.
    pub(super) fn column(&self) -> usize {
        self.at + 1
    }

    /// The bytes that have not been read yet.
    pub(super) fn rest(&mut self) -> &'b [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Reads this many bytes.
    pub(super) fn take(
        &mut self,
        width: usize,
        expected: &'static str,
    ) -> Result<&'b [u8], MessageError> {
        if let Some(field) = self.bytes.get(self.at..self.at + width) {
            self.at += width;
            Ok(field)
        } else {
            self.at = self.bytes.len();
            Err(self.error(expected))
        }
    }

    /// Reads up to this many bytes as text, one character for each byte.
    pub(super) fn text(&mut self, width: usize) -> String {
        let end = self.bytes.len().min(self.at + width);
        let text = self.bytes[self.at..end].iter().copied().map(char::from);
        self.at = end;
        text.collect()
    }

    /// Reads one byte and returns its meaning.
    pub(super) fn one_of<T>(
        &mut self,
        expected: &'static str,
        meaning: impl Fn(u8) -> Option<T>,
    ) -> Result<T, MessageError> {
        let byte = self.bytes.get(self.at).copied();
        let meant = byte.and_then(meaning).ok_or_else(|| self.error(expected))?;
        self.at += 1;
        Ok(meant)
    }

    /// Reads one byte and returns its value in a table.
    pub(super) fn known<T: Copy>(
        &mut self,
        table: &[(u8, T)],
        expected: &'static str,
    ) -> Result<T, MessageError> {
        self.one_of(expected, |byte| {
            let found = table.iter().find(|(letter, _)| *letter == byte);
            found.map(|&(_, value)| value)
        })
    }

    /// Reads a number with this many digits, at most four.
    pub(super) fn number(
        &mut self,
        digits: usize,
        expected: &'static str,
    ) -> Result<u16, MessageError> {
        let mut number = 0;
        for _ in 0..digits {
            let digit = self.one_of(expected, |byte| {
                byte.is_ascii_digit().then(|| u16::from(byte - b'0'))
            })?;
            number = 10 * number + digit;
        }
        Ok(number)
    }

    /// The version of the protocol, which must be this one.
    pub(super) fn version(&mut self, known: &'static str) -> Result<(), MessageError> {
        for &byte in known.as_bytes() {
            let is_number = self.bytes.get(self.at).is_some_and(u8::is_ascii_digit);
            self.one_of("version 01", |found| (found == byte).then_some(()))
                .map_err(|error| MessageError {
                    other_version: is_number,
                    ..error
                })?;
        }
        Ok(())
    }

    /// Reads a thinking time.
    pub(super) fn time(&mut self) -> Result<GameTime, MessageError> {
        let expected = "minutes, three characters such as 010 or .50";
        let begin = self.at;
        let field = self.take(GameTime::WIDTH, expected)?;
        GameTime::read(field).ok_or_else(|| {
            self.at = begin;
            self.error(expected)
        })
    }

    /// Checks that nothing follows except white space.
    pub(super) fn end(&mut self) -> Result<(), MessageError> {
        let blanks = self.bytes[self.at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        self.at += blanks.count();
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(self.error("the end"))
        }
    }

    /// The error for the next byte, if something else was expected.
    fn error(&self, expected: &'static str) -> MessageError {
        let found = match self.bytes.get(self.at) {
            None => "the end".to_owned(),
            Some(byte) if byte.is_ascii() => format!("{:?}", char::from(*byte)),
            Some(byte) => format!("byte 0x{byte:02X}"),
        };
        MessageError {
            column: self.column(),
            found,
            expected,
            other_version: false,
        }
    }
}
