//! The numbers of moves.

use super::ahead::{is_before_move, is_decimal, mark_of_number, may_follow_number};
use super::{Number, Token, Tokens};
use crate::blanks::{blanks, dots};
use crate::move_text::dash;

impl Tokens<'_> {
    /// Reads dots in place of White's move.
    pub(super) fn dots(&mut self) -> Token {
        let (length, _) = dots(self.source.ahead());
        self.source.skip(length);
        Token::Number(Number {
            plies_before: None,
            dotted: true,
        })
    }

    pub(super) fn number(&mut self, digits: usize) -> Token {
        let open = self.open;
        let ahead = self.source.ahead();
        let mark = mark_of_number(&ahead[digits..], open);
        let number = std::str::from_utf8(&ahead[..digits]).ok();
        let number: u32 = number.and_then(|text| text.parse().ok()).unwrap_or(0);
        let behind = &ahead[digits..];
        let blanks = blanks(behind);
        let (length, dots) = dots(&behind[blanks..]);
        let dotted = dots > 0 || mark > 0;
        if is_decimal(ahead) || !dotted && !may_follow_number(behind) {
            return self.unreadable();
        }
        if dots > 0 {
            let end = blanks + length;
            // `1.- 32-28`: a dash that touches the dot belongs to it if a move follows.
            let dash = dash(&behind[end..]).filter(|dash| is_before_move(&behind[end + dash..]));
            self.source.skip(digits + end + dash.unwrap_or_default());
        } else {
            self.source.skip(digits);
            if mark > 0 {
                let found = match self.source.peek() {
                    Some(b')') => "')' behind the number of a move",
                    Some(b',') => "',' behind the number of a move",
                    _ => "':' behind the number of a move",
                };
                self.report_superfluous(found, "a dot");
            }
            self.source.skip(mark);
        }
        let plies = number.checked_sub(1).map(|moves| 2 * moves);
        Token::Number(Number {
            plies_before: plies.map(|plies| plies + u32::from(dots > 1)),
            dotted,
        })
    }
}
