//! Sri Lankan draughts: the Canadian game on the mirrored board.

use super::canadian;
use super::parts::dark;
use crate::variant::rule_table::RuleTable;

pub(super) const TABLE: RuleTable = RuleTable {
    id: "sri-lankan",
    board: dark(12, 12, false),
    game_type: None,
    sources: &["Counts of positions published for the mirrored 12x12 board"],
    ..canadian::TABLE
};
