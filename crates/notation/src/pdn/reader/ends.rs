//! The end of a game: its result, and what belongs to the game behind it.

use super::Reader;
use super::draft::Draft;
use crate::pdn::fault::{FaultCode, Place};
use crate::pdn::game::Tag;
use crate::pdn::tokens::{Lexed, Token};
use crate::shown::shown;

/// How many comments behind a result are examined.
const MOST_COMMENTS_BEHIND: usize = 16;

impl Reader<'_> {
    /// Ends a game with a result, and returns whether the game has ended. A result with no game
    /// before it is a second result of the last game, and is dropped.
    pub(super) fn ends(&mut self, draft: &mut Draft, place: Place, text: &str) -> bool {
        if !draft.has_anything() {
            draft.place = None;
            return false;
        }
        if draft.depth > 0 && !draft.cut {
            if self.peek().token == Token::Close {
                // Otherwise the result belongs to the variation only.
                return draft.has_just_opened() && self.ends_in_brackets(draft, place, text);
            }
            draft.fault(
                place,
                FaultCode::NotClosed,
                text,
                "')' to close the variation",
            );
        }
        if draft.cut || draft.is_damaged {
            let next = self.peek();
            let at_the_end = next.after_blank_line
                || matches!(
                    next.token,
                    Token::Tag { .. } | Token::BrokenTag(_) | Token::End
                );
            if !at_the_end {
                return false;
            }
        }
        self.end_with(draft, place, text);
        true
    }

    fn end_with(&mut self, draft: &mut Draft, place: Place, text: &str) {
        draft.game.end = Some(text.to_owned());
        draft.is_ended = true;
        self.take_comments_behind(draft, place.line);
        self.take_tag_behind(draft);
    }

    /// Takes a result that stands alone in brackets, as in `14x23 (2-0)`. It ends the game if the
    /// game has no moves behind it, and is a comment otherwise.
    fn ends_in_brackets(&mut self, draft: &mut Draft, place: Place, text: &str) -> bool {
        self.next_token();
        let is_end = self.is_at_the_end() && draft.depth == 1;
        draft.forget_open();
        if is_end {
            self.end_with(draft, place, text);
        } else {
            draft.add(place, Token::Comment(format!("({text})")));
        }
        is_end
    }

    /// Whether nothing but comments follows in this game, and perhaps a second result.
    fn is_at_the_end(&mut self) -> bool {
        let mut block = Vec::new();
        let is_end = loop {
            let lexed = self.next_token();
            let is_comment = matches!(lexed.token, Token::Comment(_));
            let is_end = lexed.after_blank_line
                || match &lexed.token {
                    Token::Number(number) => number.is_first(),
                    Token::Tag { .. }
                    | Token::BrokenTag(_)
                    | Token::Wrapper
                    | Token::Star { .. }
                    | Token::Result(_)
                    | Token::End => true,
                    _ => false,
                };
            block.push(lexed);
            if is_end || !is_comment || block.len() > MOST_COMMENTS_BEHIND {
                break is_end;
            }
        };
        for lexed in block.into_iter().rev() {
            self.ahead.push_front(lexed);
        }
        is_end
    }

    /// Adds the comments behind a result to the game: those before an empty line, and all of them
    /// where the text ends after them. Text behind the result on its `line` is one of them, and so
    /// are signs and text in brackets there.
    fn take_comments_behind(&mut self, draft: &mut Draft, line: u32) {
        let mut block = Vec::new();
        let last = loop {
            let mut lexed = self.next_token();
            if lexed.place.line == line {
                self.take_remark(draft, &mut lexed);
            }
            if block.len() == MOST_COMMENTS_BEHIND || !matches!(lexed.token, Token::Comment(_)) {
                break lexed;
            }
            block.push(lexed);
        };
        if let Token::Unreadable(raw) = &last.token
            && last.place.line == line
        {
            let mut text = raw.clone();
            text.extend(self.tokens.rest_of_line());
            let text = self.tokens.decoded(text, last.place);
            for lexed in block {
                draft.add(lexed.place, lexed.token);
            }
            draft.add_unreadable(last.place, text.trim_end(), false);
            return;
        }
        draft.ends_text = block.is_empty() && last.token == Token::End;
        let separated = block.iter().position(|lexed| lexed.after_blank_line);
        let own = match separated {
            Some(first) if last.token != Token::End => first,
            _ => block.len(),
        };
        self.ahead.push_front(last);
        for lexed in block.drain(own..).rev() {
            self.ahead.push_front(lexed);
        }
        for lexed in block {
            draft.add(lexed.place, lexed.token);
        }
    }

    /// Makes a comment of a sign or of text in brackets behind a result, as in `2-0 (time)`. A sign
    /// there judges no move, and brackets there begin no variation.
    fn take_remark(&mut self, draft: &mut Draft, lexed: &mut Lexed) {
        let text = match &lexed.token {
            Token::Sign(sign) => sign.clone(),
            Token::Nag(number) => format!("${number}"),
            Token::Open if self.ahead.is_empty() => {
                let Some(text) = self.tokens.rest_of_brackets() else {
                    return;
                };
                self.tokens.decoded(text, lexed.place)
            }
            _ => return,
        };
        let found = format!("'{}' behind the result", shown(&text));
        let expected = "a comment in braces";
        draft.fault(lexed.place, FaultCode::Superfluous, &found, expected);
        lexed.token = Token::Comment(text);
    }

    /// Some programs write a tag with the name of the file after the moves. If an empty line
    /// separates it from the moves, and none from the next tag, it is the first tag of the next
    /// game.
    fn take_tag_behind(&mut self, draft: &mut Draft) {
        let lexed = self.next_token();
        let Token::Tag { name, value } = &lexed.token else {
            self.ahead.push_front(lexed);
            return;
        };
        if name != "FILENAME" {
            self.ahead.push_front(lexed);
            return;
        }
        let behind = !lexed.after_blank_line || {
            let next = self.peek();
            let is_tag = matches!(next.token, Token::Tag { .. });
            next.token == Token::End || (is_tag && next.after_blank_line)
        };
        if behind {
            let (name, value) = (name.clone(), value.clone());
            draft.add_tag(lexed.place, Tag { name, value });
        } else {
            self.ahead.push_front(lexed);
        }
    }
}
