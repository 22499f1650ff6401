//! The tokens of PDN. A whole move is one token, the longest that fits. So is a result, which must
//! not be the beginning of something longer. Text that fits no token becomes a token too, so that
//! the reader can continue.
//!
//! Each byte is examined a limited number of times, and nothing here is recursive.

mod ahead;
mod markup;
mod numbers;
mod tags;
mod text;
mod words;

use std::io::BufRead;

use ahead::{begins_with_numbered_move, is_decimal, mark_of_number, runs_on};
pub(super) use markup::is_markup;
pub(crate) use markup::is_setup;
use text::{Kept, evaluation, is_line_end, literal_line_ends, nested_end};
pub(crate) use text::{is_evaluation, is_in_tag_name, starts_with_tag};

use super::encoding::{Decoder, Encoding, OtherFormat, other_format};
use super::fault::{Fault, FaultCode, Place};
use super::limits::ReadingLimits;
use super::result;
use super::source::Source;
use crate::blanks::{dots, invisible, space};
use crate::move_text::{Scanned, Written, dash, scan};
use crate::shown::plain;

/// The most bytes that are kept of one piece of text that is not PDN.
const UNREADABLE_BYTES: usize = 1 << 16;

/// One token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    /// Text in brackets at the beginning of a line that should be a tag but is not.
    BrokenTag(Vec<u8>),
    /// A move number, or dots in place of White's move.
    Number(Number),
    Move(Written),
    Unknown,
    Sign(String),
    Nag(u32),
    Comment(String),
    Setup(String),
    Open,
    Close,
    /// An asterisk, and whether it touches the token before it.
    Star {
        touching: bool,
    },
    Result(String),
    /// The tags that a forum puts around a game: `[pdn]` or `[/pdn]`.
    Wrapper,
    /// A piece of text that is not PDN.
    Unreadable(Vec<u8>),
    /// Text that can be dropped without losing anything.
    Nothing,
    End,
}

/// A move number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// The plies of a game before the move with this number; `None` for dots without a number.
    pub(super) plies_before: Option<u32>,
    /// Whether dots follow it.
    pub(super) dotted: bool,
}

impl Number {
    /// Whether it is the number of White's first move.
    pub(super) fn is_first(self) -> bool {
        self.plies_before == Some(0)
    }
}

/// A token, its place, and what comes before it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lexed {
    pub(super) token: Token,
    pub(super) place: Place,
    /// Whether there is an empty line before it.
    pub(super) after_blank_line: bool,
    /// How many bytes of the text before it were kept ([`Tokens::keep_text`]).
    pub(super) kept_before: usize,
}

/// The tokens of a stream.
pub(super) struct Tokens<'r> {
    source: Source<'r>,
    decoder: Decoder,
    limits: ReadingLimits,
    /// Faults found within tokens since the last call of `take_faults`.
    faults: Vec<Fault>,
    /// Whether the last token was a move or a sign, and the next token follows directly.
    touching: bool,
    /// The texts without a meaning that were met and reported.
    superfluous: Vec<&'static str>,
    /// How many parentheses are open.
    open: usize,
}

impl<'r> Tokens<'r> {
    pub(super) fn new(
        input: impl BufRead + 'r,
        limits: ReadingLimits,
        encoding: Option<Encoding>,
    ) -> Tokens<'r> {
        let mut source = Source::new(input, encoding);
        let format = other_format(source.ahead());
        let mut faults = Vec::new();
        if let Some(format) = format {
            let found = match format {
                OtherFormat::Compressed(name) => {
                    source.stop();
                    name
                }
                OtherFormat::Json => "JSON",
                OtherFormat::Binary => {
                    source.stop();
                    "binary data"
                }
            };
            let place = source.place();
            faults.push(Fault::new(
                place,
                FaultCode::Unreadable,
                found,
                "a text in PDN",
            ));
        }
        Tokens {
            source,
            decoder: Decoder::new(encoding),
            limits,
            faults,
            touching: false,
            superfluous: Vec::new(),
            open: 0,
        }
    }

    pub(super) fn take_error(&mut self) -> Option<std::io::Error> {
        self.source.take_error()
    }

    /// The number of accesses to the source.
    #[cfg(test)]
    pub(super) fn looks(&self) -> u64 {
        self.source.looks
    }

    pub(super) fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Lexed {
        let after_blank_line = self.skip_blanks();
        let kept_before = self.source.kept();
        let place = self.source.place();
        let token = match self.source.peek() {
            None => Token::End,
            Some(byte) => self.token(byte, place),
        };
        self.touching = matches!(token, Token::Move(_) | Token::Sign(_));
        Lexed {
            token,
            place,
            after_blank_line,
            kept_before,
        }
    }

    /// Keeps a copy of the text from here on, up to `most` bytes.
    pub(super) fn keep_text(&mut self, most: usize) {
        self.source.keep(most);
    }

    /// Returns the first `length` kept bytes, and stops keeping.
    pub(super) fn take_kept(&mut self, length: usize) -> Vec<u8> {
        self.source.take_kept(length)
    }

    /// Skips spaces and escaped lines. Returns whether there was an empty line among them.
    fn skip_blanks(&mut self) -> bool {
        let mut line = self.source.place().line;
        let mut after_blank_line = false;
        while let Some(byte) = self.source.peek() {
            match byte {
                // DOS marks the end of a file with 0x1A; more may follow in joined files.
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0x1A | 0xA0 => {
                    self.source.take();
                }
                0xC2 | 0xE1..=0xE3 | 0xEF => {
                    let ahead = self.source.ahead();
                    let length = space(ahead) + invisible(ahead);
                    if length == 0 {
                        break;
                    }
                    self.source.skip(length);
                }
                b'\\' => {
                    let length = literal_line_ends(self.source.ahead());
                    if length == 0 {
                        break;
                    }
                    self.report_superfluous("'\\r' or '\\n' as letters", "a line end");
                    self.source.skip(length);
                }
                b'%' if self.source.place().column == 1 => {
                    self.skip_line();
                    line = self.source.place().line;
                }
                _ => break,
            }
            self.touching = false;
            after_blank_line |= self.source.place().line > line.saturating_add(1);
        }
        after_blank_line
    }

    fn token(&mut self, first: u8, place: Place) -> Token {
        match first {
            b'[' => {
                self.open = 0;
                self.tag(place)
            }
            b'{' => self.comment(place),
            b';' => self.line_comment(place),
            b'/' => self.setup(),
            b'(' => self.open_or_sign(),
            b')' => {
                self.open = self.open.saturating_sub(1);
                self.single(Token::Close)
            }
            b'!' | b'?' => self.sign(0),
            b',' => {
                self.report_superfluous("','", "a space");
                self.single(Token::Nothing)
            }
            b'$' => self.nag(),
            b'*' => {
                let touching = self.touching;
                self.single(Token::Star { touching })
            }
            b'}' => {
                let expected = "a '{' before it: comments hold no comments";
                self.fault(place, FaultCode::NotOpened, "'}'", expected);
                self.single(Token::Nothing)
            }
            b'.' | 0x85 => self.dots(),
            0xE2 if dots(self.source.ahead()).0 > 0 => self.dots(),
            b'<' | b'&' => self.markup(),
            _ => self.move_or_result(),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.take();
        token
    }

    /// Tries a result before a move, and a move before a number.
    fn move_or_result(&mut self) -> Token {
        let open = self.open;
        let ahead = self.source.ahead();
        if let Some(length) = evaluation(ahead) {
            let text = String::from_utf8_lossy(&ahead[..length]).into_owned();
            self.source.skip(length);
            return Token::Sign(text);
        }
        if let Some((text, length)) = result::scan(ahead) {
            self.source.skip(length);
            return Token::Result(text);
        }
        let digits = ahead
            .iter()
            .take(8)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        // `1001.` is a move number, though `1001` alone could be the move 10-1, and so is `1:`
        // before a space and a whole move.
        if match ahead.get(digits) {
            Some(b'.') => (4..=7).contains(&digits),
            Some(b':') => digits > 0 && mark_of_number(&ahead[digits..], open) > 0,
            _ => false,
        } {
            return self.number(digits);
        }
        match scan(ahead, result::begins) {
            Scanned::Move(_, length) if runs_on(&ahead[length..]) => return self.unreadable(),
            Scanned::Move(written, length) => {
                self.source.skip(length);
                return Token::Move(written);
            }
            Scanned::Nothing(..) => {}
        }
        if let Some(length) = dash(ahead) {
            if is_decimal(&ahead[length..]) {
                return self.unreadable();
            }
            while let Some(length) = dash(self.source.ahead()) {
                self.source.skip(length);
            }
            return Token::Unknown;
        }
        match digits {
            // A square never has four digits.
            1..=4 if !runs_on(&ahead[digits..]) => self.number(digits),
            _ => self.unreadable(),
        }
    }

    fn open_or_sign(&mut self) -> Token {
        let ahead = &self.source.ahead()[1..];
        let signs = ahead.iter().take(8);
        let signs = signs.take_while(|byte| matches!(byte, b'!' | b'?')).count();
        if signs > 0 && ahead.get(signs) == Some(&b')') {
            self.sign(1)
        } else {
            self.open += 1;
            self.single(Token::Open)
        }
    }

    /// Reads signs, which may be in parentheses: `around` is 1 for these and 0 without them.
    fn sign(&mut self, around: usize) -> Token {
        let ahead = &self.source.ahead()[around..];
        let signs = ahead.iter().take(8);
        let signs = signs.take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let length = signs + 2 * around;
        let text = self.source.ahead()[..length].to_vec();
        self.source.skip(length);
        Token::Sign(String::from_utf8_lossy(&text).into_owned())
    }

    fn nag(&mut self) -> Token {
        let ahead = &self.source.ahead()[1..];
        let digits = ahead.iter().take(12);
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&ahead[..digits]).ok();
        match number.and_then(|number| number.parse().ok()) {
            Some(number) => {
                self.source.skip(1 + digits);
                Token::Nag(number)
            }
            None => self.unreadable(),
        }
    }

    /// Reads a comment up to the first closing brace. If the comment contains opening braces, it
    /// extends to its own closing brace, provided that this is near. A comment that is not closed
    /// ends at the next line that begins with a tag; otherwise it would include the games after it.
    fn comment(&mut self, place: Place) -> Token {
        self.source.take();
        let mut text = Kept::new(self.limits.token_bytes);
        let mut inner = 0usize;
        loop {
            let at_tag = self.source.place().column == 1 && starts_with_tag(self.source.ahead());
            match self.source.peek() {
                Some(b'}') => {
                    if let Some(length) = nested_end(self.source.ahead(), inner) {
                        self.take_text(&mut text, length);
                        let expected = "a '{' before it: comments hold no comments";
                        let here = self.source.place();
                        self.fault(here, FaultCode::NotOpened, "'}'", expected);
                    }
                    self.source.take();
                    break;
                }
                Some(byte) if !at_tag => {
                    inner += usize::from(byte == b'{');
                    self.source.take();
                    text.push_text(byte, self.source.peek());
                }
                _ => {
                    let found = if at_tag { "a tag" } else { "the end" };
                    let expected = format!("'}}' to close the comment of {place}");
                    let here = self.source.place();
                    self.fault(here, FaultCode::NotClosed, found, expected);
                    break;
                }
            }
        }
        self.keep(place, "a comment", text, Token::Comment)
    }

    fn take_text(&mut self, text: &mut Kept, length: usize) {
        for _ in 0..length {
            if let Some(byte) = self.source.take() {
                text.push_text(byte, self.source.peek());
            }
        }
    }

    fn line_comment(&mut self, place: Place) -> Token {
        self.source.take();
        let mut text = Kept::new(self.limits.token_bytes);
        while let Some(byte) = self.source.peek().filter(|byte| !is_line_end(*byte)) {
            self.source.take();
            text.push(byte);
        }
        self.keep(place, "a comment", text, Token::Comment)
    }

    fn keep(
        &mut self,
        place: Place,
        what: &str,
        kept: Kept,
        token: impl FnOnce(String) -> Token,
    ) -> Token {
        if kept.overflowed {
            let expected = format!("at most {} bytes", self.limits.token_bytes);
            self.fault(
                place,
                FaultCode::TooLong,
                &format!("{what} longer than that"),
                expected,
            );
        }
        token(self.decoded(kept.bytes, place))
    }

    /// Decodes a piece of text. A code page is reported where it is met for the first time. Control
    /// characters are replaced: with a NUL among its first bytes, a file that is written again
    /// would look like UTF-16.
    pub(super) fn decoded(&mut self, bytes: Vec<u8>, place: Place) -> String {
        let (text, met) = self.decoder.decode(bytes);
        if let Some(encoding) = met {
            let found = format!("text in {encoding}");
            self.fault(place, FaultCode::Encoding, &found, Encoding::Utf8.name());
        }
        plain(text)
    }

    fn skip_line(&mut self) {
        self.skip_while(|byte| !is_line_end(byte));
    }

    fn skip_while(&mut self, keeps_on: impl Fn(u8) -> bool) {
        while self.source.peek().is_some_and(&keeps_on) {
            self.source.take();
        }
    }

    /// Reports text that means nothing where it stands, once for a file.
    fn report_superfluous(&mut self, found: &'static str, expected: &str) {
        if !self.superfluous.contains(&found) {
            self.superfluous.push(found);
            let place = self.source.place();
            self.fault(place, FaultCode::Superfluous, found, expected);
        }
    }

    fn fault(&mut self, place: Place, code: FaultCode, found: &str, expected: impl Into<String>) {
        if self.faults.len() < self.limits.faults {
            self.faults.push(Fault::new(place, code, found, expected));
        }
    }
}
