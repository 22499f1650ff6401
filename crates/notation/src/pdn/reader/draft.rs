//! A game while it is being read: its items, their places, and the faults found so far.

use super::parsed::Parsed;
use crate::pdn::fault::{Fault, FaultCode, Place};
use crate::pdn::game::{Game, Item, Tag};
use crate::pdn::limits::ReadingLimits;
use crate::pdn::result::GameResult;
use crate::pdn::source::decoded;
use crate::pdn::tokens::Token;
use crate::shown::plain;

/// How many bytes of a game's text are kept from the first place that cannot be read. Together with
/// the moves before it, this must stay below the size that a library stores with a game.
pub(super) const UNREAD_BYTES: usize = 1 << 17;
/// A game while it is being read.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the facts about the text read so far are independent of each other"
)]
pub(super) struct Draft {
    pub(super) game: Game,
    pub(super) place: Option<Place>,
    item_places: Vec<Place>,
    tag_places: Vec<Place>,
    faults: Vec<Fault>,
    limits: ReadingLimits,
    /// Bytes of tags, comments and setups.
    bytes: usize,
    /// How many variations are open.
    pub(super) depth: usize,
    /// Whether a move number was found.
    numbered: bool,
    /// Whether a move number was found whose move has not come yet.
    after_number: bool,
    /// Whether something could not be read. The rest of the game is not kept then.
    pub(super) cut: bool,
    /// The bytes that could not be read, with the text after them.
    pub(super) unread: Option<Vec<u8>>,
    /// The lines of tags that could not be read.
    broken_tags: String,
    /// The index of the item for an asterisk that touches a move. It marks a forced move if more
    /// moves follow; otherwise it ends the game.
    star: Option<usize>,
    /// Whether a result or an asterisk that stands alone was found behind the moves.
    pub(super) is_ended: bool,
}

impl Draft {
    pub(super) fn new(limits: ReadingLimits) -> Draft {
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

    pub(super) fn has_text(&self) -> bool {
        !self.game.items.is_empty() || self.numbered || self.cut
    }

    /// Whether the moves have begun, the game has not ended, and there is room for more moves.
    pub(super) fn goes_on(&self) -> bool {
        self.has_text() && !self.cut && self.star.is_none()
    }

    pub(super) fn has_anything(&self) -> bool {
        self.has_text() || !self.game.tags.is_empty() || !self.faults.is_empty()
    }

    /// Whether a tag begins the next game. It does so after any text, and also in a new block of
    /// tags if the game already has a tag of this name.
    pub(super) fn ends_before_tag(&self, name: &str, after_blank_line: bool) -> bool {
        let again = self.game.tag(name).is_some();
        let new_block = after_blank_line || name.eq_ignore_ascii_case("FEN");
        self.has_text() || (again && new_block)
    }

    pub(super) fn add_tag(&mut self, place: Place, tag: Tag) {
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

    pub(super) fn add(&mut self, place: Place, token: Token) {
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
    pub(super) fn star_after_move(&mut self, place: Place) {
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

    pub(super) fn add_faults(&mut self, faults: Vec<Fault>) {
        for fault in faults {
            let more_of_the_same = self.cut && fault.code == FaultCode::Unreadable;
            if !more_of_the_same && self.faults.len() < self.limits.faults {
                self.cut |= fault.code == FaultCode::Unreadable;
                self.faults.push(fault);
            }
        }
    }

    pub(super) fn fault(&mut self, place: Place, code: FaultCode, found: &str, expected: &str) {
        if self.faults.len() < self.limits.faults {
            self.faults.push(Fault::new(place, code, found, expected));
        }
    }

    pub(super) fn finished(mut self) -> Parsed {
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
