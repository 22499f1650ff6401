//! Antidraughts: the international game, but a player who cannot move wins.

use super::international;
use super::parts::THIRD_OCCURRENCE;
use crate::variant::rule_table::{Goal, HubNames, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "antidraughts",
    goal: Goal::GiveAway,
    draws: &[THIRD_OCCURRENCE],
    game_type: None,
    lidraughts_game_type: Some(98),
    hub: HubNames {
        sent: &["losing"],
        understood: &["anti", "suicide"],
    },
    sources: &["lidraughts.org, rules of antidraughts"],
    ..international::TABLE
};
