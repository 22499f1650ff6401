//! Brazilian draughts: the international game on 64 squares.

use super::parts::{THIRD_OCCURRENCE, dark, rows};
use super::{international, russian};
use crate::variant::rule_table::{
    Articles, DrawRule, GameType, HubNames, Naming, ResultStyle, RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "brazilian",
    board: dark(8, 8, true),
    start: rows(3),
    pieces_per_side: 12,
    draws: russian::DRAWS,
    naming: Naming::Letters,
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 26,
        notation: "A0",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "FMJD-64, rules of Brazilian draughts",
        "PDN 3.0, GameType 26",
    ],
    ..international::TABLE
};

/// The national federation counts successive king moves only.
pub(super) const TWENTY_MOVES: RuleTable = RuleTable {
    id: "brazilian:twenty-moves",
    draws: &[THIRD_OCCURRENCE, DrawRule::KingMoves { moves: 20 }],
    sources: &["Brazilian federation, summary of the rules"],
    ..TABLE
};
