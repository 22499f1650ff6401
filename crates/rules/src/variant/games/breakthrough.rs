//! Breakthrough: the international game, but the first king wins.

use super::international;
use crate::variant::rule_table::{Goal, HubNames, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "breakthrough",
    goal: Goal::Promote,
    // Every move of a man goes forward or captures a piece, so every game ends.
    draws: &[],
    game_type: None,
    lidraughts_game_type: Some(96),
    hub: HubNames {
        sent: &["bt"],
        understood: &[],
    },
    sources: &["lidraughts.org, rules of breakthrough draughts"],
    ..international::TABLE
};
