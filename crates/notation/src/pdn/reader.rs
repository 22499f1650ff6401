//! The PDN reader. It makes games from tokens: it decides where a game ends and the next one
//! begins, and what to do with damaged text.
//!
//! A game ends with a result or an asterisk, or where the tags of the next game begin. If something
//! cannot be read, everything before it is kept, and reading continues with the next game.

mod draft;
mod parsed;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use draft::{Draft, UNREAD_BYTES};
pub use parsed::Parsed;

use super::fault::{FaultCode, Place};
use super::game::Tag;
use super::limits::ReadingLimits;
use super::tokens::{Lexed, Token, Tokens};

/// How many tags among the moves are examined. A longer block of tags begins a new game.
const MOST_LATE_TAGS: usize = 8;

/// Tags that stand at the beginning of a game.
const FIRST_TAGS: &[&str] = &[
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "Setup", "GameType",
    "Variant",
];

/// Whether this is a tag that may stand among the moves.
fn is_late_tag(lexed: &Lexed) -> bool {
    match &lexed.token {
        Token::Tag { name, .. } => !FIRST_TAGS
            .iter()
            .any(|first| first.eq_ignore_ascii_case(name)),
        _ => false,
    }
}

/// Reads the games of a stream one by one.
///
/// However long the stream is, [`ReadingLimits`] bounds the memory used. The iterator's errors are
/// those of the stream; errors in the text are listed as faults of each game.
///
/// ```
/// use damier_notation::pdn::Reader;
/// let file = "[White \"A\"]\n1. 32-28 *\n\n[White \"B\"]\n1. 33-28 *";
/// let games: Vec<_> = Reader::new(file.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].game.tag("White"), Some("B"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    tokens: Tokens<R>,
    limits: ReadingLimits,
    /// Tokens that were read ahead: at most one block of tags and the token after it.
    ahead: VecDeque<Lexed>,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads a stream with the usual limits.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_limits(input, ReadingLimits::default())
    }

    /// Reads a stream with the given limits.
    pub fn with_limits(input: R, limits: ReadingLimits) -> Reader<R> {
        Reader {
            tokens: Tokens::new(input, limits),
            limits,
            ahead: VecDeque::new(),
            done: false,
        }
    }

    fn next_token(&mut self) -> Lexed {
        match self.ahead.pop_front() {
            Some(lexed) => lexed,
            None => self.tokens.next(),
        }
    }

    fn peek(&mut self) -> Lexed {
        let lexed = self.next_token();
        self.ahead.push_front(lexed.clone());
        lexed
    }

    /// Decides about a block of tags among the moves, whose first tag is `first`. If the block
    /// belongs to this game, its tags are added to the game. Otherwise the first tag is returned,
    /// and the others are put back.
    ///
    /// The block belongs to this game if it is followed by a move or by a move number other than 1,
    /// and if none of its tags is one of those at the beginning of a game.
    fn take_late_tags(&mut self, draft: &mut Draft, first: Lexed) -> Option<Lexed> {
        let mut block = vec![first];
        while block.len() <= MOST_LATE_TAGS && block.last().is_some_and(is_late_tag) {
            let lexed = self.next_token();
            block.push(lexed);
        }
        let goes_on = block.last().is_some_and(|behind| {
            matches!(
                behind.token,
                Token::Move(_) | Token::Unknown | Token::Number { first: false }
            )
        });
        let rest = if goes_on { block.len() - 1 } else { 0 };
        for lexed in block.drain(rest..).rev() {
            self.ahead.push_front(lexed);
        }
        if !goes_on {
            return self.ahead.pop_front();
        }
        for lexed in block {
            if let Token::Tag { name, value } = lexed.token {
                draft.add_tag(lexed.place, Tag { name, value });
            }
        }
        None
    }

    /// Reads the next game. At the end of the stream the game is empty.
    fn next_game(&mut self) -> Draft {
        let mut draft = Draft::new(self.limits);
        loop {
            let lexed = self.next_token();
            if draft.place.is_none() {
                draft.place = Some(lexed.place);
            }
            let late = draft.goes_on() && matches!(lexed.token, Token::Tag { .. });
            let lexed = if late {
                match self.take_late_tags(&mut draft, lexed) {
                    Some(lexed) => lexed,
                    None => continue,
                }
            } else {
                lexed
            };
            let begins_next = match &lexed.token {
                Token::Tag { name, .. } => draft.ends_before_tag(name, lexed.after_blank_line),
                Token::BrokenTag(_) => draft.has_text(),
                Token::Wrapper => draft.has_anything(),
                _ => false,
            };
            if begins_next {
                self.take_unread(&mut draft, lexed.kept_before);
                self.ahead.push_front(lexed);
                return draft;
            }
            draft.add_faults(self.tokens.take_faults());
            match lexed.token {
                Token::End => {
                    self.take_unread(&mut draft, lexed.kept_before);
                    self.done = true;
                    return draft;
                }
                Token::Tag { name, value } => draft.add_tag(lexed.place, Tag { name, value }),
                Token::Star { touching } => {
                    if touching && !draft.cut {
                        draft.star_after_move(lexed.place);
                    } else if self.ends(&mut draft, lexed.place, "*") {
                        self.take_unread(&mut draft, lexed.kept_before);
                        return draft;
                    }
                }
                Token::Result(text) => {
                    if self.ends(&mut draft, lexed.place, &text) {
                        self.take_unread(&mut draft, lexed.kept_before);
                        return draft;
                    }
                }
                Token::Unreadable(raw) if draft.unread.is_none() => {
                    self.tokens.keep_text(UNREAD_BYTES);
                    draft.unread = Some(raw);
                    draft.cut = true;
                }
                token => {
                    draft.add(lexed.place, token);
                    if draft.cut && draft.unread.is_none() {
                        self.tokens.keep_text(UNREAD_BYTES);
                        draft.unread = Some(Vec::new());
                    }
                }
            }
        }
    }

    /// Adds the text that could not be read to the game: `length` bytes, up to the end of the game.
    fn take_unread(&mut self, draft: &mut Draft, length: usize) {
        if let Some(unread) = &mut draft.unread {
            unread.extend(self.tokens.take_kept(length));
        }
    }

    /// Ends a game with a result, and returns whether the game has ended. A result with no game
    /// before it is a second result of the last game, and is dropped.
    fn ends(&mut self, draft: &mut Draft, place: Place, text: &str) -> bool {
        if !draft.has_anything() {
            draft.place = None;
            return false;
        }
        if draft.depth > 0 && !draft.cut {
            if self.peek().token == Token::Close {
                // The result belongs to the variation only.
                return false;
            }
            draft.fault(
                place,
                FaultCode::NotClosed,
                text,
                "')' to close the variation",
            );
        }
        if draft.cut {
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
        draft.game.end = Some(text.to_owned());
        draft.is_ended = true;
        self.take_tag_behind(draft);
        true
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

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<io::Result<Parsed>> {
        while !self.done {
            let draft = self.next_game();
            if draft.has_anything() {
                return Some(Ok(draft.finished()));
            }
        }
        // If the stream fails, it ends here. What was read of the last game has already been
        // returned.
        self.tokens.take_error().map(Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of accesses to the source, as a measure of the work.
    fn looks(text: &str) -> u64 {
        let mut reader = Reader::new(text.as_bytes());
        while reader.next().is_some() {}
        reader.tokens.looks()
    }

    #[test]
    fn it_is_known_whether_a_game_has_an_end() {
        for (text, expected) in [
            ("1. 32-28 *", true),
            ("1. 32-28 1-1", true),
            ("[Result \"2-0\"]\n*", true),
            ("[Result \"4-6\"]\n1. 32-28 4-6", true),
            ("1. 32-28 {a *}", false),
            ("1. 32-28*", false),
            ("1. 32-28", false),
            ("[White \"A\"]\n", false),
            ("1. 32-28\n\n[White \"B\"]\n*", false),
        ] {
            let first = Reader::new(text.as_bytes()).next();
            let first = first.and_then(Result::ok);
            assert_eq!(
                first.map(|parsed| parsed.is_ended),
                Some(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn four_times_the_text_is_four_times_the_work() {
        let pieces = [
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "/",
            "\"",
            "$",
            "*",
            ";",
            "%",
            "-",
            ".",
            "1",
            "1 ",
            "x",
            "x ",
            "\n",
            "\r",
            " ",
            "!",
            "1-",
            "1-1",
            "1-1 ",
            "1. ",
            "32-28 ",
            "[A \"",
            "[A \"\"]",
            "[A \"\"]\n",
            "[A]\n",
            "[pdn]",
            "{\n[A",
            "{\n[A \"",
            "{}",
            "(1-2)",
            "/x",
            "/x/",
            "1/2",
            "1/2-1/2 ",
            "1x2x3",
            "c3",
            "\u{bd}",
            "\u{2013}",
            "(!)",
            "(!",
            "32-28* ",
            "\n[A \"\"]\n\n",
        ];
        for piece in pieces {
            let small = looks(&piece.repeat(2_000));
            let large = looks(&piece.repeat(8_000));
            assert!(large <= 4 * small + 1_000, "{piece:?}: {small} and {large}");
        }
    }
}
