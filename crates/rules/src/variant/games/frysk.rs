//! Frysk!: Frisian draughts with five men a side.

use super::frisian;
use super::parts::rows;
use crate::variant::rule_table::{HubNames, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "frysk",
    start: rows(1),
    pieces_per_side: 5,
    game_type: None,
    lidraughts_game_type: Some(97),
    hub: HubNames {
        sent: &["frysk", "frisian"],
        understood: &["frysk!"],
    },
    sources: &["lidraughts.org, rules of Frysk!"],
    ..frisian::TABLE
};
