//! A game while it is being read: its items, their places, and the faults found so far.

mod finished;

use super::replies::Replies;
use crate::pdn::fault::{Fault, FaultCode, Place};
use crate::pdn::game::{Game, Item, Tag};
use crate::pdn::game_type::black_first;
use crate::pdn::limits::ReadingLimits;
use crate::pdn::tokens::{Number, Token};
use crate::shown::shown;

/// How many bytes of unreadable text are kept of one game. Together with its moves, this must stay
/// below the size that a library stores with a game.
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
    /// Whether the text of the game has begun: anything but tags was found, and but comments before
    /// the first tag, which may stand at the beginning of a file.
    has_begun: bool,
    /// The last number of a move in the main line as the plies before that move, and the plies that
    /// were read before it.
    numbered: Option<(u32, u32)>,
    /// The moves of the main line that were read, and the dashes in place of moves.
    plies: u32,
    /// Whether a move number was found whose move has not come yet.
    after_number: bool,
    /// Whether the last number has dots in place of a move that is missing.
    is_after_dots: bool,
    after_dots: Vec<Place>,
    /// Whether the game is too long. The rest of it is not kept then.
    pub(super) cut: bool,
    /// Whether text among the moves could not be read.
    pub(super) is_damaged: bool,
    /// Whether text was skipped since the last number. If the next number is too large, moves are
    /// missing.
    skipped: bool,
    /// The dashes since the last number that stand for text that may have been a move: the indices
    /// of their items.
    assumed: Vec<usize>,
    /// Moves in brackets that may be replies.
    replies: Replies,
    /// The index of the item that opens the variation in which the reader is, if its number is that
    /// of the next move of the main line.
    variation_of_next: Option<usize>,
    /// Variations of the next move, which follow it in [`Game::items`].
    postponed: Vec<(Place, Item)>,
    /// Whether this move has come.
    has_postponed_move: bool,
    /// Whether the last step of the main line is a move, and not a setup.
    is_after_move: bool,
    /// The lines before the first move that could not be read.
    unread: String,
    /// How many bytes of unreadable text were kept.
    unread_bytes: usize,
    unread_place: Option<Place>,
    /// The index of the item for an asterisk that touches a move. It marks a forced move if more
    /// moves follow; otherwise it ends the game.
    star: Option<usize>,
    /// Whether a result or an asterisk that stands alone was found behind the moves.
    pub(super) is_ended: bool,
    /// Whether the text ends directly behind it.
    pub(super) ends_text: bool,
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
            has_begun: false,
            numbered: None,
            plies: 0,
            after_number: false,
            is_after_dots: false,
            after_dots: Vec::new(),
            cut: false,
            is_damaged: false,
            skipped: false,
            assumed: Vec::new(),
            replies: Replies::default(),
            variation_of_next: None,
            postponed: Vec::new(),
            has_postponed_move: false,
            is_after_move: false,
            unread: String::new(),
            unread_bytes: 0,
            unread_place: None,
            star: None,
            is_ended: false,
            ends_text: false,
        }
    }

    pub(super) fn has_text(&self) -> bool {
        self.has_begun || self.cut
    }

    /// Whether the next thing to read is a move, so that unreadable text stands among the moves.
    pub(super) fn is_among_moves(&self) -> bool {
        let mut items = self.game.items.iter();
        self.plies > 0
            || self.depth > 0
            || self.cut
            || self.numbered.is_some()
            || items.any(|item| matches!(item, Item::Setup(_)))
    }

    /// Whether the moves have begun, the game has not ended, and there is room for more moves.
    pub(super) fn goes_on(&self) -> bool {
        self.has_text() && !self.cut && self.star.is_none()
    }

    /// Whether it is a game, be it only a position, and not just text between two games.
    pub(super) fn is_game(&self) -> bool {
        self.has_text() || !self.game.tags.is_empty() || self.game.end.is_some()
    }

    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(super) fn has_anything(&self) -> bool {
        self.is_game() || self.has_faults() || !self.game.items.is_empty()
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

    /// Whether the last item opens a variation.
    pub(super) fn has_just_opened(&self) -> bool {
        self.game.items.last() == Some(&Item::Open)
    }

    /// Removes the last item, which opens a variation.
    pub(super) fn forget_open(&mut self) {
        self.game.items.pop();
        self.item_places.pop();
        self.depth -= 1;
        self.replies.has_number();
    }

    /// Keeps a line before the first move that could not be read.
    pub(super) fn add_line(&mut self, place: Place, line: &str) {
        let line = self.within_limit(line.trim());
        if !line.is_empty() {
            self.unread.push_str(line);
            self.unread.push('\n');
            self.unread_place.get_or_insert(place);
        }
        // `12 May` is not the number of a move.
        self.has_begun &= self.is_among_moves();
    }

    /// Reports a line before the first move that could not be read, and keeps it.
    pub(super) fn add_unreadable_line(&mut self, place: Place, line: &str) {
        self.fault_of_text(place, line, "a tag or the first move");
        self.add_line(place, line);
    }

    /// Reports text in brackets that should be a tag, and keeps it.
    pub(super) fn add_broken_tag(&mut self, place: Place, line: &str) {
        let found = format!("'{}'", shown(line.trim_end()));
        let code = code_of_brackets(line).unwrap_or(FaultCode::BrokenTag);
        self.fault(place, code, &found, "a tag such as [Event \"...\"]");
        self.add_line(place, line);
    }

    /// Reports text among the moves that could not be read, and keeps it as a comment. If it may
    /// have been a move (`lost`), the moves after it cannot be played, unless the next number of a
    /// move shows that none is missing.
    pub(super) fn add_unreadable(&mut self, place: Place, text: &str, lost: bool) {
        self.is_damaged = true;
        self.skipped = true;
        self.fault_of_text(place, text, "a move, a comment or a result");
        let text = self.within_limit(text);
        if text.contains(|c| !matches!(c, ',' | '.' | ';' | ':')) {
            self.add(place, Token::Comment(text.to_owned()));
        }
        if lost {
            let items = self.game.items.len();
            self.add(place, Token::Unknown);
            if self.depth == 0 && self.numbered.is_some() && self.game.items.len() > items {
                self.assumed.push(items);
            }
        }
    }

    /// The beginning of an unreadable text for which there is room, which is counted.
    fn within_limit<'t>(&mut self, text: &'t str) -> &'t str {
        let room = UNREAD_BYTES.saturating_sub(self.unread_bytes);
        let kept = &text[..text.floor_char_boundary(room)];
        self.unread_bytes += kept.len() + 1;
        kept
    }

    fn fault_of_text(&mut self, place: Place, text: &str, expected: &str) {
        let found = format!("'{}'", shown(text));
        let code = code_of_brackets(text).unwrap_or(FaultCode::Unreadable);
        self.fault(place, code, &found, expected);
    }

    pub(super) fn add(&mut self, place: Place, token: Token) {
        let number = matches!(token, Token::Number(_));
        let comment = matches!(token, Token::Comment(_));
        let items = self.game.items.len();
        self.add_token(place, token);
        // Tokens that add no item are ignored between a number and its comment.
        let nothing_added = self.game.items.len() == items;
        self.after_number = number || self.after_number && (comment || nothing_added);
    }

    fn add_number(&mut self, place: Place, number: Number) {
        self.has_begun = true;
        self.replies.has_number();
        self.find_variation_of_next(number);
        let Some(before) = number.plies_before.filter(|_| self.depth == 0) else {
            return;
        };
        if let Some((last, read)) = self.numbered
            && !number.dotted
            && before / 2 != last.saturating_add(self.plies - read) / 2
        {
            let text = (before / 2 + 1).to_string();
            self.add_unreadable(place, &text, false);
            return;
        }
        self.take_reply(Some(before));
        self.remove_assumed(before);
        let next = self
            .numbered
            .map(|(last, read)| last.saturating_add(self.plies - read));
        // Behind a setup, the numbers do not say which side is to move.
        self.is_after_dots = self.is_after_move && before % 2 == 1 && next == Some(before - 1);
        if let Some((last, read)) = self.numbered
            && self.skipped
            && before.saturating_sub(last) > self.plies - read
        {
            let found = format!("the number {}", before / 2 + 1);
            self.fault(place, FaultCode::UnknownMove, &found, "the moves before it");
            self.add_item(place, Item::Unknown);
        }
        self.skipped = false;
        if self.plies == 0 && self.numbered.is_none() && number.dotted && before > 1 {
            self.game.first_number = Some(before / 2 + 1);
        }
        if number.dotted || self.numbered.is_some() {
            self.numbered = Some((before, self.plies));
        }
    }

    /// Notes that a variation belongs to the next move of the main line, if it begins with the
    /// number of this move: `1. 34-30 (1... 18-23) 1... 20-25`, `19-23 (2. 37-32) 2. 28x19`.
    fn find_variation_of_next(&mut self, number: Number) {
        let open = self.game.items.len().wrapping_sub(1);
        let is_first = self.depth == 1 && self.game.items.get(open) == Some(&Item::Open);
        if let (Some((last, read)), Some(before)) = (self.numbered, number.plies_before)
            && is_first
            && number.dotted
            && self.is_after_move
            && before == last.saturating_add(self.plies - read)
        {
            self.variation_of_next = Some(open);
        }
    }

    /// Keeps the variation that has just been closed until the move that it replaces has come.
    fn postpone_variation(&mut self) {
        if let Some(open) = self.variation_of_next.take() {
            let items = self.game.items.split_off(open);
            let places = self.item_places.split_off(open);
            self.postponed.extend(places.into_iter().zip(items));
        }
    }

    /// Adds the variations that were waiting for their move.
    fn add_postponed(&mut self) {
        for (place, item) in std::mem::take(&mut self.postponed) {
            self.item_places.push(place);
            self.game.items.push(item);
        }
    }

    /// Takes a move in brackets as Black's reply if the next number, `before`, shows that there
    /// must be one: `1. 32-28 (19-23) 2. 28x19`. At the end of a game without a number, a game that
    /// has other replies in brackets is enough.
    fn take_reply(&mut self, before: Option<u32>) {
        let reply = self.replies.take();
        let (Some((last, read)), Some(reply)) = (self.numbered, reply) else {
            return;
        };
        let is_expected = match before {
            Some(before) => before == last.saturating_add(2),
            None => self.replies.were_taken,
        };
        let is_reply = is_expected
            && last % 2 == 0
            && self.plies - read == 1
            && reply.plies == self.plies
            && self.assumed.is_empty();
        if is_reply {
            self.replies.were_taken = true;
            for bracket in [reply.close, reply.open] {
                self.game.items.remove(bracket);
                self.item_places.remove(bracket);
            }
            self.plies += 1;
        }
    }

    /// Removes the dashes that stand for text that may have been a move, if without them as many
    /// moves were read as the next number says.
    fn remove_assumed(&mut self, before: u32) {
        let assumed = std::mem::take(&mut self.assumed);
        let (Some((last, read)), Some(&first)) = (self.numbered, assumed.first()) else {
            return;
        };
        let count = u32::try_from(assumed.len()).unwrap_or(u32::MAX);
        if (self.plies - read).checked_sub(count) != before.checked_sub(last) {
            return;
        }
        let behind = self.game.items.split_off(first);
        let places = self.item_places.split_off(first);
        for (index, (item, place)) in (first..).zip(behind.into_iter().zip(places)) {
            if assumed.binary_search(&index).is_err() {
                // Without the dash between them, both comments are about the next move.
                let item = match (item, self.game.items.last()) {
                    (Item::Comment(text), Some(Item::Before(_))) => Item::Before(text),
                    (item, _) => item,
                };
                self.game.items.push(item);
                self.item_places.push(place);
            }
        }
        self.plies -= count;
        if let Some(star) = &mut self.star {
            *star -= assumed.partition_point(|index| index < star);
        }
    }

    fn add_token(&mut self, place: Place, token: Token) {
        let item = match token {
            Token::Number(number) => {
                self.add_number(place, number);
                return;
            }
            Token::Move(written) => {
                // More moves follow, so the asterisk marked a forced move.
                self.star = None;
                Item::Move(written)
            }
            Token::Unknown if self.is_place_of_first_side() => {
                self.numbered = self.numbered.map(|(before, read)| (before + 1, read));
                return;
            }
            Token::Unknown => Item::Unknown,
            Token::Sign(text) => Item::Sign(text),
            Token::Nag(number) => Item::Nag(number),
            // Behind a variation that waits for the next move, a comment is about this move too.
            Token::Comment(text)
                if self.after_number || matches!(self.game.items.last(), Some(Item::Before(_))) =>
            {
                Item::Before(text)
            }
            Token::Comment(text) => Item::Comment(text),
            Token::Setup(text) => Item::Setup(text),
            Token::Open => Item::Open,
            Token::Close => Item::Close,
            Token::Tag { .. }
            | Token::Star { .. }
            | Token::Result(_)
            | Token::Wrapper
            | Token::BrokenTag(_)
            | Token::Unreadable(_)
            | Token::Nothing
            | Token::End => return,
        };
        self.add_item(place, item);
    }

    /// Whether a dash stands where the side that begins a pair of moves has none, because the other
    /// side is to move in the position of the tag: `1. - 19-23`. A setup changes the position.
    fn is_place_of_first_side(&self) -> bool {
        let is_setup = |item: &Item| matches!(item, Item::Setup(_));
        let is_first = self.depth == 0 && self.plies == 0 && !self.game.items.iter().any(is_setup);
        let is_numbered = matches!(self.numbered, Some((before, 0)) if before % 2 == 0);
        let second = if black_first(&self.game) { "W" } else { "B" };
        is_first
            && is_numbered
            && self.game.tag("FEN").is_some_and(|fen| {
                let side = fen.trim_start().get(..1);
                side.is_some_and(|side| side.eq_ignore_ascii_case(second))
            })
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
            if depth == 0 && matches!(item, Item::Move(_) | Item::Unknown) {
                self.plies += 1;
                if std::mem::take(&mut self.is_after_dots) {
                    self.after_dots.push(place);
                }
            }
            let is_comment = matches!(item, Item::Comment(_) | Item::Before(_));
            self.has_begun |= !is_comment || !self.game.tags.is_empty();
            let (is_move, is_note) = match &item {
                Item::Move(_) | Item::Unknown => (depth == 0, false),
                Item::Sign(_) | Item::Nag(_) => (false, true),
                _ => (false, false),
            };
            // Their move is the last item, but for its signs.
            if self.depth == 0 && self.has_postponed_move && !is_note {
                self.add_postponed();
                self.has_postponed_move = false;
            }
            self.has_postponed_move |= is_move && !self.postponed.is_empty();
            let is_setup = depth == 0 && matches!(item, Item::Setup(_));
            self.is_after_move = !is_setup && (is_move || self.is_after_move);
            let index = self.game.items.len();
            self.replies.take_item(&item, index, self.depth, self.plies);
            self.depth = depth;
            self.item_places.push(place);
            let closes = depth == 0 && item == Item::Close;
            self.game.items.push(item);
            if closes {
                self.postpone_variation();
            }
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
        let kept = self.game.items.len() + self.postponed.len();
        let full = kept + self.depth + items > self.limits.items
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
        let room = self.limits.faults - self.faults.len();
        self.faults.extend(faults.into_iter().take(room));
    }

    pub(super) fn fault(&mut self, place: Place, code: FaultCode, found: &str, expected: &str) {
        if self.faults.len() < self.limits.faults {
            self.faults.push(Fault::new(place, code, found, expected));
        }
    }
}

/// The kind of fault of a single word in brackets, such as `[Empty]`: it has no value that could be
/// lost. `None` for other text.
fn code_of_brackets(text: &str) -> Option<FaultCode> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_word = inside.chars().all(|c| c.is_alphabetic() || c == '_');
    (is_word && !inside.is_empty()).then_some(FaultCode::Superfluous)
}
