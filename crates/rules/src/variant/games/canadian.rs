//! Canadian draughts: the international game on 144 squares.

use super::international;
use super::parts::{THIRD_OCCURRENCE, dark, kings_against_lone_king, rows};
use crate::variant::rule_table::{Articles, GameType, HubNames, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "canadian",
    board: dark(12, 12, true),
    start: rows(5),
    pieces_per_side: 30,
    draws: &[
        THIRD_OCCURRENCE,
        // No capture or promotion can happen without ending this balance, so the rule need not
        // mention them.
        kings_against_lone_king(3, 3, 16),
    ],
    game_type: Some(GameType {
        number: 27,
        notation: "N2",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "Canadian draughts, as several handbooks describe it",
        "PDN 3.0, GameType 27",
    ],
    ..international::TABLE
};
