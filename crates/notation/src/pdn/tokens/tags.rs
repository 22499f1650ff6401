//! The tokens that begin with a bracket: tags, and text in brackets that is no tag.

use super::text::{
    Kept, is_line_end, line_length, quotation_mark, quoted, tag_blanks, tag_name, wrapper,
};
use super::{Token, Tokens, UNREADABLE_BYTES, begins_with_numbered_move};
use crate::pdn::fault::{FaultCode, Place};

impl Tokens<'_> {
    pub(super) fn tag(&mut self, place: Place) -> Token {
        let ahead = self.source.ahead();
        if let Some(length) = wrapper(ahead) {
            self.source.skip(length);
            return Token::Wrapper;
        }
        let Some((name, before_value)) = tag_name(ahead) else {
            return if place.column == 1 {
                self.broken_tag()
            } else {
                self.unreadable()
            };
        };
        let is_mark_plain = ahead[..before_value].ends_with(b"\"");
        self.source.skip(before_value);
        let (value, closed) = self.tag_value(is_mark_plain);
        if closed {
            let here = self.source.place();
            let ahead = self.source.ahead();
            let blanks = ahead.iter().take(200);
            let blanks = blanks.take_while(|byte| byte.is_ascii_whitespace()).count();
            if ahead.get(blanks) == Some(&b']') {
                self.source.skip(blanks + 1);
            } else {
                let found = quoted(&ahead[..line_length(ahead)]);
                self.fault(here, FaultCode::BrokenTag, &found, "']' to close the tag");
            }
        } else {
            let here = self.source.place();
            let expected = "'\"]' to close the tag on its line";
            self.fault(here, FaultCode::BrokenTag, "the end of the line", expected);
        }
        self.keep(place, "a tag", value, |value| Token::Tag { name, value })
    }

    /// Reads the value of a tag, and whether it was closed on its line. A quotation mark that is
    /// not followed by a bracket belongs to the value, since names of events often contain
    /// quotation marks. One that word processors write closes a value that began with a plain one
    /// only if no plain one is left on the line.
    fn tag_value(&mut self, is_mark_plain: bool) -> (Kept, bool) {
        let ahead = self.source.ahead();
        let line = &ahead[..line_length(ahead)];
        let mut plain_left = line.split(|&byte| byte == b'"').skip(1).count();
        let mut value = Kept::new(self.limits.token_bytes);
        while let Some(byte) = self.source.peek().filter(|byte| !is_line_end(*byte)) {
            let is_plain = byte == b'"';
            let is_mark_possible =
                is_plain || !byte.is_ascii() && (!is_mark_plain || plain_left == 0);
            if is_mark_possible && let Some(length) = self.closing_mark(&value) {
                self.source.skip(length);
                return (value, true);
            }
            plain_left = plain_left.saturating_sub(usize::from(is_plain));
            self.source.take();
            match (byte, self.source.peek()) {
                // Web pages in PHP write an apostrophe so.
                (b'\\', Some(escaped @ (b'"' | b'\\' | b'\''))) => {
                    plain_left = plain_left.saturating_sub(usize::from(escaped == b'"'));
                    self.source.take();
                    value.push(escaped);
                }
                _ => value.push(byte),
            }
        }
        (value, false)
    }

    /// The length of the quotation mark that comes next, if it ends the value of a tag. One that
    /// word processors write must have the bracket behind it.
    fn closing_mark(&mut self, value: &Kept) -> Option<usize> {
        // In UTF-8, the single bytes of Windows-1252 are the ends of letters.
        let after_ascii = value.bytes.last().is_none_or(u8::is_ascii);
        let ahead = self.source.ahead();
        let length = quotation_mark(ahead)?;
        let behind = &ahead[length..];
        let blanks = tag_blanks(behind);
        // The line ends behind the value if one of the blanks is its end.
        let behind = match behind[..blanks].iter().position(|byte| is_line_end(*byte)) {
            Some(end) => behind.get(end),
            None => behind.get(blanks),
        };
        let closes = match behind {
            Some(b']') => ahead[0].is_ascii() || length > 1 || after_ascii,
            None | Some(b'\n' | b'\r') => ahead[0] == b'"',
            _ => false,
        };
        closes.then_some(length)
    }

    /// Takes text in brackets at the beginning of a line: to its closing bracket, or if it has
    /// none, to the end of the line. It ends before a tag, and if it is not closed, before a
    /// comment or a move with its number.
    fn broken_tag(&mut self) -> Token {
        let ahead = self.source.ahead();
        let line = &ahead[..line_length(ahead)];
        let inner_tag =
            (1..line.len()).find(|&at| line[at] == b'[' && tag_name(&ahead[at..]).is_some());
        let closing = line.iter().position(|&byte| byte == b']');
        if let Some(closing) = closing.filter(|&closing| inner_tag.is_none_or(|at| closing < at)) {
            let text = line[..=closing].to_vec();
            self.source.skip(text.len());
            return Token::BrokenTag(text);
        }
        let mut text = Kept::new(UNREADABLE_BYTES);
        if let Some(bracket) = self.source.take() {
            text.push(bracket);
        }
        let rest = self.rest_of_line();
        for byte in rest {
            text.push(byte);
        }
        Token::BrokenTag(text.bytes)
    }

    /// Takes the rest of a line that is not PDN, up to a tag, a comment, or a move with its number.
    pub(in crate::pdn) fn rest_of_line(&mut self) -> Vec<u8> {
        let mut rest = Kept::new(UNREADABLE_BYTES);
        let mut after_blank = false;
        while let Some(byte) = self.source.peek().filter(|byte| !is_line_end(*byte)) {
            let goes_on = match byte {
                b'[' => tag_name(self.source.ahead()).is_some(),
                b'{' => true,
                b'0'..=b'9' if after_blank => begins_with_numbered_move(self.source.ahead()),
                _ => false,
            };
            if goes_on {
                break;
            }
            after_blank = byte.is_ascii_whitespace();
            self.source.take();
            rest.push(byte);
        }
        rest.bytes
    }
}
