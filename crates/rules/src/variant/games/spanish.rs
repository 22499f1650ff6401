//! Spanish draughts: kings fly, men capture forward only, and the most pieces must be captured,
//! then the most kings.

use super::international;
use super::parts::{FORWARD, THIRD_OCCURRENCE, dark, man, rows};
use crate::variant::rule_table::{
    Articles, Corner, DrawRule, Family, GameType, HubNames, Naming, Passing, Precedence,
    ResultStyle, RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "spanish",
    family: Family::Latin,
    board: dark(8, 8, false),
    start: rows(3),
    pieces_per_side: 12,
    man: man(FORWARD),
    passing: Passing::EndsMove,
    precedence: &[Precedence::MostPieces, Precedence::MostKings],
    draws: &[THIRD_OCCURRENCE, DrawRule::KingMoves { moves: 20 }],
    naming: Naming::Numbers {
        first: Corner::BottomRight,
    },
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 24,
        notation: "N1",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "Rules of Spanish draughts (damas españolas)",
        "PDN 3.0, GameType 24",
    ],
    ..international::TABLE
};
