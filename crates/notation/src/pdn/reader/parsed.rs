//! A game that was read, with the places and faults in its text.

use crate::pdn::fault::{Fault, FaultCode, Place};
use crate::pdn::game::Game;

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
    /// Whether the text ends with this game: behind its last move or its result nothing follows, so
    /// it may have been cut there.
    pub ends_text: bool,
    /// Where moves begin before which dots stand in place of White's move, though White is to move
    /// by the numbers: `3... 10-14` behind Black's second move.
    pub(in crate::pdn) after_dots: Vec<Place>,
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

    /// Whether a missing move has been reported already, as text that cannot be read.
    pub(crate) fn reports(&self, missing: &Fault) -> bool {
        let mut faults = self.faults.iter();
        missing.code == FaultCode::UnknownMove && faults.any(|fault| fault.place == missing.place)
    }

    /// The place of an item.
    pub fn item_place(&self, index: usize) -> Place {
        let place = self.item_places.get(index);
        place.copied().unwrap_or(self.place)
    }
}
