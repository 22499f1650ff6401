//! A game from a French rule sheet: a man may capture backward, but not with the first capture of a
//! move.

use super::international;
use super::parts::{DIAGONALS, FORWARD, man};
use crate::variant::rule_table::{Articles, HubNames, ManFacts, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "first-forward",
    man: ManFacts {
        // "Une prise, sauf la première, peut se faire en arrière."
        first_capture: FORWARD,
        ..man(DIAGONALS)
    },
    // The sheet calls a game drawn when pieces that cannot be taken remain on both sides; the draw
    // counts of the international game decide when that is so.
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &["« Jeu de dames: règles », a rule sheet in French, undated"],
    ..international::TABLE
};
