//! The PDN reader. It makes games from tokens: it decides where a game ends and the next one
//! begins, and what to do with damaged text.
//!
//! A game ends with a result or an asterisk, or where the tags of the next game begin. If something
//! cannot be read, everything before it is kept, and reading continues with the next game.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::fault::{Fault, FaultCode, Place};
use super::game::{Game, Item, Tag};
use super::limits::ReadingLimits;
use super::result::GameResult;
use super::source::decoded;
use super::tokens::{Lexed, Token, Tokens};
use crate::shown::plain;

/// How many tags among the moves are examined. A longer block of tags begins a new game.
const MOST_LATE_TAGS: usize = 8;

/// How many bytes of a game's text are kept from the first place that cannot be read. Together with
/// the moves before it, this must stay below the size that a library stores with a game.
const UNREAD_BYTES: usize = 1 << 17;

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

/// A game that was read, with the places of its parts in the file and the faults that were found.
///
/// ```
/// use damier_notation::pdn::Reader;
/// let text = "[White \"Manoury\"]\n\n1. 32-28 *";
/// let parsed = Reader::new(text.as_bytes()).next().expect("a game")?;
/// assert_eq!(parsed.tag_place("White").line, 1);
/// assert_eq!((parsed.item_place(0).line, parsed.item_place(0).column), (3, 4));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The game.
    pub game: Game,
    /// Where the game begins.
    pub place: Place,
    /// Where each item begins.
    pub item_places: Vec<Place>,
    /// Where each tag begins.
    pub tag_places: Vec<Place>,
    /// The faults in the text, in order.
    pub faults: Vec<Fault>,
    /// Whether a result, or an asterisk that stands alone, marks the end of the game. `false` where
    /// the next game or the end of the text comes before one, and where the last asterisk touches a
    /// move, as for a forced move: such a game may continue.
    pub is_ended: bool,
    /// The unreadable text of the file: the lines of tags, one by one, and the text of the game
    /// from the first place on; empty if all could be read. If it is very long, only its beginning
    /// is kept. A control character is replaced by U+FFFD.
    pub unread: String,
}

impl Parsed {
    /// The place of the first tag with this name, or the beginning of the game if it has no such
    /// tag.
    pub fn tag_place(&self, name: &str) -> Place {
        let mut tags = self.game.tags.iter();
        let index = tags.position(|tag| tag.name.eq_ignore_ascii_case(name));
        let place = index.and_then(|index| self.tag_places.get(index));
        place.copied().unwrap_or(self.place)
    }

    /// The place of an item.
    pub fn item_place(&self, index: usize) -> Place {
        let place = self.item_places.get(index);
        place.copied().unwrap_or(self.place)
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

/// A game while it is being read.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the facts about the text read so far are independent of each other"
)]
struct Draft {
    game: Game,
    place: Option<Place>,
    item_places: Vec<Place>,
    tag_places: Vec<Place>,
    faults: Vec<Fault>,
    limits: ReadingLimits,
    /// Bytes of tags, comments and setups.
    bytes: usize,
    /// How many variations are open.
    depth: usize,
    /// Whether a move number was found.
    numbered: bool,
    /// Whether a move number was found whose move has not come yet.
    after_number: bool,
    /// Whether something could not be read. The rest of the game is not kept then.
    cut: bool,
    /// The bytes that could not be read, with the text after them.
    unread: Option<Vec<u8>>,
    /// The lines of tags that could not be read.
    broken_tags: String,
    /// The index of the item for an asterisk that touches a move. It marks a forced move if more
    /// moves follow; otherwise it ends the game.
    star: Option<usize>,
    /// Whether a result or an asterisk that stands alone was found behind the moves.
    is_ended: bool,
}

impl Draft {
    fn new(limits: ReadingLimits) -> Draft {
        Draft {
            game: Game::default(),
            place: None,
            item_places: Vec::new(),
            tag_places: Vec::new(),
            faults: Vec::new(),
            limits,
            bytes: 0,
            depth: 0,
            numbered: false,
            after_number: false,
            cut: false,
            unread: None,
            broken_tags: String::new(),
            star: None,
            is_ended: false,
        }
    }

    fn has_text(&self) -> bool {
        !self.game.items.is_empty() || self.numbered || self.cut
    }

    /// Whether the moves have begun, the game has not ended, and there is room for more moves.
    fn goes_on(&self) -> bool {
        self.has_text() && !self.cut && self.star.is_none()
    }

    fn has_anything(&self) -> bool {
        self.has_text() || !self.game.tags.is_empty() || !self.faults.is_empty()
    }

    /// Whether a tag begins the next game. It does so after any text, and also in a new block of
    /// tags if the game already has a tag of this name.
    fn ends_before_tag(&self, name: &str, after_blank_line: bool) -> bool {
        let again = self.game.tag(name).is_some();
        let new_block = after_blank_line || name.eq_ignore_ascii_case("FEN");
        self.has_text() || (again && new_block)
    }

    fn add_tag(&mut self, place: Place, tag: Tag) {
        self.bytes = self.bytes.saturating_add(tag.name.len() + tag.value.len());
        if self.has_room(place, 0, 1) {
            self.tag_places.push(place);
            self.game.tags.push(tag);
        }
    }

    fn add_broken_tag(&mut self, line: Vec<u8>) {
        let line = decoded(line);
        if self.broken_tags.len() + line.len() < UNREAD_BYTES {
            self.broken_tags.push_str(&line);
            self.broken_tags.push('\n');
        }
    }

    fn add(&mut self, place: Place, token: Token) {
        let number = matches!(token, Token::Number { .. });
        let comment = matches!(token, Token::Comment(_));
        let items = self.game.items.len();
        self.add_token(place, token);
        // Tokens that add no item are ignored between a number and its comment.
        let nothing_added = self.game.items.len() == items;
        self.after_number = number || self.after_number && (comment || nothing_added);
    }

    fn add_token(&mut self, place: Place, token: Token) {
        let item = match token {
            Token::Number { .. } => {
                self.numbered = true;
                return;
            }
            Token::Unreadable(_) => {
                self.cut = true;
                return;
            }
            Token::BrokenTag(line) => {
                self.add_broken_tag(line);
                return;
            }
            Token::Move(written) => {
                // More moves follow, so the asterisk marked a forced move.
                self.star = None;
                Item::Move(written)
            }
            Token::Unknown => Item::Unknown,
            Token::Sign(text) => Item::Sign(text),
            Token::Nag(number) => Item::Nag(number),
            Token::Comment(text) if self.after_number => Item::Before(text),
            Token::Comment(text) => Item::Comment(text),
            Token::Setup(text) => Item::Setup(text),
            Token::Open => Item::Open,
            Token::Close => Item::Close,
            Token::Tag { .. }
            | Token::Star { .. }
            | Token::Result(_)
            | Token::Wrapper
            | Token::Nothing
            | Token::End => return,
        };
        self.add_item(place, item);
    }

    fn add_item(&mut self, place: Place, item: Item) {
        if self.cut {
            return;
        }
        // For each open variation, one item is reserved for the mark that closes it.
        let (items, depth) = match &item {
            Item::Open => (2, self.depth + 1),
            Item::Close if self.depth == 0 => {
                self.fault(place, FaultCode::NotOpened, "')'", "a '(' before it");
                return;
            }
            Item::Close => (0, self.depth - 1),
            Item::Comment(text) | Item::Before(text) | Item::Setup(text) => {
                self.bytes = self.bytes.saturating_add(text.len());
                (1, self.depth)
            }
            _ => (1, self.depth),
        };
        if self.has_room(place, items, 0) {
            self.depth = depth;
            self.item_places.push(place);
            self.game.items.push(item);
        }
    }

    /// Adds an asterisk that touches a move, as `$7`. A later token decides whether it ends the
    /// game.
    fn star_after_move(&mut self, place: Place) {
        if self.depth == 0 {
            self.star = Some(self.game.items.len());
        }
        self.add_item(place, Item::Nag(7));
    }

    /// Whether there is room for these items and tags. The text kept so far counts too.
    fn has_room(&mut self, place: Place, items: usize, tags: usize) -> bool {
        let full = self.game.items.len() + self.depth + items > self.limits.items
            || self.game.tags.len() + tags > self.limits.tags
            || self.bytes > self.limits.game_bytes;
        if full {
            if !self.cut {
                let expected = "the end of the game: one game may not hold more";
                self.fault(
                    place,
                    FaultCode::TooLong,
                    "still more of this game",
                    expected,
                );
            }
            self.cut = true;
            return false;
        }
        true
    }

    fn add_faults(&mut self, faults: Vec<Fault>) {
        for fault in faults {
            let more_of_the_same = self.cut && fault.code == FaultCode::Unreadable;
            if !more_of_the_same && self.faults.len() < self.limits.faults {
                self.cut |= fault.code == FaultCode::Unreadable;
                self.faults.push(fault);
            }
        }
    }

    fn fault(&mut self, place: Place, code: FaultCode, found: &str, expected: &str) {
        if self.faults.len() < self.limits.faults {
            self.faults.push(Fault::new(place, code, found, expected));
        }
    }

    fn finished(mut self) -> Parsed {
        let told = self.cut || self.game.end.is_some();
        self.resolve_star();
        self.find_result_among_moves();
        if self.numbered && self.game.is_empty() && self.game.end.is_none() && !self.cut {
            let place = self.place.unwrap_or_default();
            self.fault(place, FaultCode::Unreadable, "numbers alone", "a move");
        }
        if self.depth > 0 {
            self.close_variations(told);
        }
        let mut unread = [self.broken_tags, decoded(self.unread.unwrap_or_default())]
            .map(|text| plain(text).trim().to_owned())
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n");
        unread.truncate(unread.floor_char_boundary(UNREAD_BYTES));
        Parsed {
            game: self.game,
            place: self.place.unwrap_or_default(),
            item_places: self.item_places,
            tag_places: self.tag_places,
            faults: self.faults,
            is_ended: self.is_ended,
            unread,
        }
    }

    /// Closes the variations that are still open. This is reported unless another fault or a result
    /// explains it.
    fn close_variations(&mut self, told: bool) {
        let place = self.item_places.last().copied().unwrap_or_default();
        if !told {
            let expected = "')' to close the variation";
            self.fault(place, FaultCode::NotClosed, "the end of the game", expected);
        }
        for _ in 0..self.depth {
            self.item_places.push(place);
            self.game.items.push(Item::Close);
        }
    }

    fn resolve_star(&mut self) {
        let Some(index) = self.star.filter(|_| self.game.end.is_none()) else {
            return;
        };
        if index < self.game.items.len() {
            self.game.items.remove(index);
            self.item_places.remove(index);
            self.game.end = Some("*".to_owned());
        }
    }

    /// The points of a match, such as `4-6`, look like a move. The last move is taken as the result
    /// if the tag has the same text and the game has no other result.
    fn find_result_among_moves(&mut self) {
        let no_end = self.game.end.as_deref().is_none_or(|end| end == "*");
        let Some(GameResult::Other(result)) = self.game.tag("Result").map(GameResult::read) else {
            return;
        };
        let looks_like_it = match self.game.items.last() {
            Some(Item::Move(written)) => written.to_string() == result,
            _ => false,
        };
        if no_end && looks_like_it {
            self.game.items.pop();
            self.item_places.pop();
            self.game.end = Some(result);
            self.is_ended = true;
        }
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
