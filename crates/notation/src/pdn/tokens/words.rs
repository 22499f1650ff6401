//! Setups, and text that is no PDN: words, addresses of pages, and the tags of HTML.

use super::markup::{begins_with_setup, is_address, markup};
use super::text::{Kept, line_length};
use super::{Token, Tokens, UNREADABLE_BYTES};
use crate::blanks::space;

impl Tokens<'_> {
    pub(super) fn setup(&mut self) -> Token {
        match begins_with_setup(&self.source.ahead()[1..]) {
            Some(length) => {
                let text = self.source.ahead()[1..=length].to_vec();
                let place = self.source.place();
                self.source.skip(length + 2);
                Token::Setup(self.decoded(text, place))
            }
            None => self.unreadable(),
        }
    }

    /// Takes the text in brackets whose opening bracket was the last token, if it is closed on its
    /// line. Returns it with both brackets.
    pub(in crate::pdn) fn rest_of_brackets(&mut self) -> Option<Vec<u8>> {
        let ahead = self.source.ahead();
        let line = &ahead[..line_length(ahead)];
        // No bracket of the other kinds: these begin tags and comments.
        let inside = line.iter().take_while(|byte| !b"[]{}".contains(byte));
        let mut depth = 1;
        let end = inside.enumerate().find_map(|(index, byte)| {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(index)
        })?;
        let text = [b"(", &line[..=end]].concat();
        self.source.skip(end + 1);
        self.open = self.open.saturating_sub(1);
        Some(text)
    }

    /// Takes text that fits no token, up to a space or a character that may begin a token. The
    /// address of a page may contain such characters.
    pub(super) fn unreadable(&mut self) -> Token {
        let is_address = is_address(self.source.ahead());
        let mut found = Kept::new(UNREADABLE_BYTES);
        if let Some(byte) = self.source.take() {
            found.push(byte);
        }
        while let Some(byte) = self.source.peek() {
            let ends = byte.is_ascii_whitespace()
                || if is_address {
                    b"[](){}<>\"".contains(&byte)
                } else {
                    b"[](){};*$/<".contains(&byte)
                };
            if ends || byte >= 0x80 && space(self.source.ahead()) > 0 {
                break;
            }
            self.source.take();
            found.push(byte);
        }
        Token::Unreadable(found.bytes)
    }

    /// Takes a tag or a character of HTML, such as `<br/>` or `&nbsp;`, which ends there: a move
    /// may touch it.
    pub(super) fn markup(&mut self) -> Token {
        let length = markup(self.source.ahead());
        if length == 0 {
            return self.unreadable();
        }
        let text = self.source.ahead()[..length].to_vec();
        self.source.skip(length);
        Token::Unreadable(text)
    }
}
