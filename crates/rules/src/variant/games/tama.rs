//! Armenian draughts (tama): the Turkish game with diagonal moves, but without diagonal captures.

use super::parts::{EIGHT, FIVE};
use super::turkish;
use crate::variant::rule_table::{HubNames, KingFacts, ManFacts, Passing, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "tama",
    man: ManFacts {
        steps: FIVE,
        ..turkish::TABLE.man
    },
    king: KingFacts {
        // Without capturing, it moves like the queen of chess.
        steps: EIGHT,
        ..turkish::TABLE.king
    },
    // Ludii and the checkers wiki: a man that is promoted during a capture continues as a king.
    passing: Passing::Promotes,
    game_type: None,
    hub: HubNames::NONE,
    sources: &[
        "English Wikipedia, Armenian draughts",
        "Ludii, Tama (Armenian Draughts)",
        "iggamecenter.com, rules of Tama",
    ],
    ..turkish::TABLE
};
