//! The PDN reader. It makes games from tokens: it decides where a game ends and the next one
//! begins, and what to do with damaged text.
//!
//! A game ends with a result or an asterisk, or where the tags of the next game begin.
//!
//! Text that is not PDN is reported and kept as a comment, and reading continues behind it: before
//! the first move on the next line, or in the line where a move with its number follows; among the
//! moves at the next token. If moves may be missing there, the comment is followed by
//! [`Item::Unknown`](super::Item::Unknown).

mod draft;
mod ends;
mod parsed;
mod replies;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use draft::{Draft, UNREAD_BYTES};
pub use parsed::Parsed;

use super::encoding::Encoding;
use super::fault::Place;
use super::game::Tag;
use super::limits::ReadingLimits;
use super::tokens::{Lexed, Token, Tokens, is_markup};

/// How many tags among the moves are examined. A longer block of tags begins a new game.
const MOST_LATE_TAGS: usize = 8;

/// Tags that stand at the beginning of a game.
const FIRST_TAGS: &[&str] = &[
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "Setup", "GameType",
    "Variant",
];

/// Whether text in brackets looks like a tag that stands at the beginning of a game.
fn looks_like_first_tag(text: &[u8]) -> bool {
    let name = text.get(1..).unwrap_or_default().trim_ascii_start();
    FIRST_TAGS.iter().any(|first| {
        let named = name.get(..first.len());
        named.is_some_and(|named| named.eq_ignore_ascii_case(first.as_bytes()))
    })
}

/// Whether a piece of text may be a word of a sentence.
fn is_word(text: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    text.first().is_some_and(letter) && !has_digit(text)
}

fn is_number(text: &[u8]) -> bool {
    let number = match text {
        [number @ .., b'.' | b',' | b')' | b';' | b':'] => number,
        _ => text,
    };
    !number.is_empty() && number.iter().all(u8::is_ascii_digit)
}

fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

/// Whether a piece of text may be what is left of a move: it has a digit, and it is not a time, an
/// evaluation, a sign, a number with its unit, HTML or the address of a page.
fn may_be_move(text: &[u8]) -> bool {
    has_digit(text)
        && !is_markup(text)
        && text
            .split(u8::is_ascii_whitespace)
            .any(|word| has_digit(word) && !is_other_number(word))
}

/// Whether a word with digits is a time (`0:12`), an evaluation (`+0.25`), a sign (`$999999999999`)
/// or a number with its unit (`10min`).
fn is_other_number(word: &[u8]) -> bool {
    let word = match word {
        [start @ .., b'.' | b',' | b')' | b';' | b':'] => start,
        _ => word,
    };
    let are_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let (sign, number) = match word {
        [sign @ (b'+' | b'-' | b'$'), number @ ..] => (Some(sign), number),
        _ => (None, word),
    };
    if let Some(colon) = number.iter().position(|&byte| byte == b':') {
        let (hours, minutes) = (&number[..colon], &number[colon + 1..]);
        let mut minutes = minutes.split(|&byte| byte == b':');
        return are_digits(hours) && minutes.all(|part| part.len() == 2 && are_digits(part));
    }
    if let Some(point) = number.iter().position(|byte| matches!(byte, b'.' | b',')) {
        // `32.28` may be a move.
        let whole = &number[..point];
        let is_short = sign.is_some() || whole.len() == 1;
        return is_short && are_digits(whole) && are_digits(&number[point + 1..]);
    }
    if sign.is_some() {
        return are_digits(number);
    }
    let digits = number
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let unit = &number[digits..];
    let is_unit = unit
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    digits > 0 && unit.len() > 1 && is_unit && !matches!(unit[0], b'x' | b'X')
}

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
pub struct Reader<'r> {
    tokens: Tokens<'r>,
    limits: ReadingLimits,
    /// Tokens that were read ahead: at most one block of tags and the token after it.
    ahead: VecDeque<Lexed>,
    done: bool,
}

impl<'r> Reader<'r> {
    /// Reads a stream with the usual limits.
    pub fn new(input: impl BufRead + 'r) -> Reader<'r> {
        Reader::with_limits(input, ReadingLimits::default())
    }

    /// Reads a stream with the given limits.
    pub fn with_limits(input: impl BufRead + 'r, limits: ReadingLimits) -> Reader<'r> {
        Reader::with_encoding(input, limits, None)
    }

    /// Reads a stream in a given encoding; with `None` it is recognised from the bytes
    /// ([`Encoding`]).
    pub fn with_encoding(
        input: impl BufRead + 'r,
        limits: ReadingLimits,
        encoding: Option<Encoding>,
    ) -> Reader<'r> {
        Reader {
            tokens: Tokens::new(input, limits, encoding),
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

    /// Decides about a block of tags among the moves, whose first tag is `first`, and about text in
    /// brackets. If the block belongs to this game, its tags are added to the game. Otherwise the
    /// first tag is returned, and the others are put back.
    ///
    /// The block belongs to this game if it is followed by a move or by a move number other than 1,
    /// and if none of its tags is one of those at the beginning of a game. Text in brackets may
    /// have comments behind it; after an empty line, a move without a number is not enough.
    fn take_late_tags(&mut self, draft: &mut Draft, first: Lexed) -> Option<Lexed> {
        let needs_number = first.after_blank_line && matches!(first.token, Token::BrokenTag(_));
        let mut has_tag = false;
        let mut block = vec![first];
        while block.len() <= MOST_LATE_TAGS
            && block.last().is_some_and(|last| match &last.token {
                Token::BrokenTag(text) => !looks_like_first_tag(text),
                Token::Comment(_) => !has_tag,
                _ => is_late_tag(last),
            })
        {
            has_tag |= block.last().is_some_and(is_late_tag);
            let lexed = self.next_token();
            block.push(lexed);
        }
        let goes_on = block.last().is_some_and(|behind| match behind.token {
            Token::Move(_) | Token::Unknown => !needs_number,
            Token::Number(number) => !number.is_first(),
            _ => false,
        });
        let rest = if goes_on { block.len() - 1 } else { 0 };
        for lexed in block.drain(rest..).rev() {
            self.ahead.push_front(lexed);
        }
        if !goes_on {
            return self.ahead.pop_front();
        }
        for lexed in block {
            match lexed.token {
                Token::Tag { name, value } => draft.add_tag(lexed.place, Tag { name, value }),
                Token::BrokenTag(text) => {
                    let lost = may_be_move(&text);
                    let text = self.tokens.decoded(text, lexed.place);
                    draft.add_unreadable(lexed.place, &text, lost);
                }
                token => draft.add(lexed.place, token),
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
            let is_in_brackets = matches!(lexed.token, Token::Tag { .. } | Token::BrokenTag(_));
            let late = draft.goes_on() && is_in_brackets;
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
                self.ahead.push_front(lexed);
                return draft;
            }
            draft.add_faults(self.tokens.take_faults());
            match lexed.token {
                Token::End => {
                    draft.ends_text = true;
                    self.done = true;
                    return draft;
                }
                Token::Tag { name, value } => draft.add_tag(lexed.place, Tag { name, value }),
                Token::Star { touching } => {
                    if touching && !draft.cut {
                        draft.star_after_move(lexed.place);
                    } else if self.ends(&mut draft, lexed.place, "*") {
                        return draft;
                    }
                }
                Token::Result(text) => {
                    if self.ends(&mut draft, lexed.place, &text) {
                        return draft;
                    }
                }
                Token::BrokenTag(raw) => {
                    let line = self.tokens.decoded(raw, lexed.place);
                    draft.add_broken_tag(lexed.place, &line);
                }
                Token::Unreadable(raw) => self.take_unreadable(&mut draft, lexed.place, raw),
                token => draft.add(lexed.place, token),
            }
        }
    }

    /// Takes text that is not PDN, from its first piece `raw` to the place where reading goes on.
    fn take_unreadable(&mut self, draft: &mut Draft, place: Place, raw: Vec<u8>) {
        let mut text = raw;
        if !draft.is_among_moves() {
            text.extend(self.tokens.rest_of_line());
            let line = self.tokens.decoded(text, place);
            draft.add_unreadable_line(place, &line);
            return;
        }
        self.tokens.keep_text(UNREAD_BYTES);
        let mut lost = may_be_move(&text);
        let mut after_word = is_word(&text);
        let kept = loop {
            let next = self.next_token();
            let goes_on = match &next.token {
                _ if next.after_blank_line => false,
                Token::Unreadable(more) => {
                    // A number between two words of a sentence is no move.
                    let is_mention = after_word && is_number(more) && self.is_before_word();
                    lost |= may_be_move(more) && !is_mention;
                    after_word = is_word(more) || is_mention;
                    true
                }
                Token::Nothing => true,
                // Between two words of a sentence, a move is mentioned and not played.
                Token::Move(_) | Token::Number(_) | Token::Unknown | Token::Result(_)
                    if after_word =>
                {
                    let behind = self.next_token();
                    let word = matches!(&behind.token, Token::Unreadable(more) if is_word(more));
                    let is_mention = word && !behind.after_blank_line;
                    if !is_mention {
                        self.ahead.push_front(behind);
                    }
                    is_mention
                }
                _ => false,
            };
            if !goes_on {
                let kept = next.kept_before;
                self.ahead.push_front(next);
                break kept;
            }
        };
        text.extend(self.tokens.take_kept(kept));
        let text = self.tokens.decoded(text, place);
        draft.add_unreadable(place, text.trim_end(), lost);
    }

    /// Whether the next token is a word in the same paragraph.
    fn is_before_word(&mut self) -> bool {
        let next = self.peek();
        !next.after_blank_line && matches!(&next.token, Token::Unreadable(text) if is_word(text))
    }
}

impl Iterator for Reader<'_> {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<io::Result<Parsed>> {
        while !self.done {
            let draft = self.next_game();
            // Comments alone are not a game.
            if draft.is_game() || draft.has_faults() {
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
            "\n[a] 1. 32-28 19-23",
            "1. 32-28 (19-23) ",
            "1. 34-30 (1... 18-23) ",
            "1. 32-28 q1 19-23 ",
            "\\r",
            ", ",
            "[A \u{201c}x\u{201d}]\n",
            "+/- ",
            "14 23 ",
        ];
        for piece in pieces {
            let small = looks(&piece.repeat(2_000));
            let large = looks(&piece.repeat(8_000));
            assert!(large <= 4 * small + 1_000, "{piece:?}: {small} and {large}");
        }
    }
}
