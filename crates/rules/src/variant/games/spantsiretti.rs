//! Spantsiretti draughts: the Russian game on a board ten wide and eight high.

use super::parts::{dark, rows};
use super::russian;
use crate::variant::rule_table::{GameType, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "spantsiretti",
    board: dark(10, 8, true),
    start: rows(3),
    pieces_per_side: 15,
    game_type: Some(GameType {
        number: 41,
        notation: "A0",
    }),
    sources: &[
        "PDN 3.0, GameType 41",
        "Russian draughts on 80 squares, as one public source describes it",
    ],
    ..russian::TABLE
};
