//! What is decided about a game when its text has ended.

use super::Draft;
use crate::pdn::fault::FaultCode;
use crate::pdn::game::Item;
use crate::pdn::reader::parsed::Parsed;
use crate::pdn::result::GameResult;

impl Draft {
    pub(in crate::pdn::reader) fn finished(mut self) -> Parsed {
        // Comments alone are not a game, also if a fault is reported beside them. Nor is a result
        // among text that cannot be read.
        let is_remark = !self.has_text() && self.game.tags.is_empty();
        if is_remark && (self.game.end.is_none() || self.has_faults()) {
            self.game.items.clear();
            self.item_places.clear();
            self.game.end = None;
        }
        let is_explained = self.cut || self.is_damaged || self.game.end.is_some();
        self.resolve_star();
        self.add_postponed();
        self.take_reply(None);
        self.find_result_among_moves();
        if self.has_begun && self.game.is_empty() && self.game.end.is_none() && !self.cut {
            let place = self.place.unwrap_or_default();
            self.fault(place, FaultCode::Unreadable, "numbers alone", "a move");
        }
        if self.depth > 0 {
            self.close_variations(is_explained);
        }
        // A number before a setup or a variation is not that of a first move.
        let mut items = self.game.items.iter();
        let first = items.find(|item| !matches!(item, Item::Comment(_) | Item::Before(_)));
        if !matches!(first, Some(Item::Move(_) | Item::Unknown)) {
            self.game.first_number = None;
        }
        self.keep_unread_lines();
        Parsed {
            game: self.game,
            place: self.place.unwrap_or_default(),
            item_places: self.item_places,
            tag_places: self.tag_places,
            faults: self.faults,
            is_ended: self.is_ended,
            ends_text: self.ends_text,
            after_dots: self.after_dots,
        }
    }

    /// Keeps the lines that could not be read as a comment before the first move, if they belong to
    /// a game.
    fn keep_unread_lines(&mut self) {
        let text = std::mem::take(&mut self.unread);
        if let Some(place) = self.unread_place
            && !self.game.is_empty()
            && self.game.items.len() < self.limits.items
        {
            self.item_places.insert(0, place);
            let comment = Item::Comment(text.trim_end().to_owned());
            self.game.items.insert(0, comment);
        }
    }

    /// Closes the variations that are still open. This is reported unless another fault or a result
    /// explains it.
    fn close_variations(&mut self, is_explained: bool) {
        let place = self.item_places.last().copied().unwrap_or_default();
        if !is_explained {
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
