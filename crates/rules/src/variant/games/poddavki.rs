//! Poddavki: Russian draughts, but a player who cannot move wins.

use super::parts::THIRD_OCCURRENCE;
use super::russian;
use crate::variant::rule_table::{DrawRule, Goal, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "poddavki",
    goal: Goal::GiveAway,
    // We found no official numbers; these two rules of the Russian game end every game.
    draws: &[THIRD_OCCURRENCE, DrawRule::KingMoves { moves: 15 }],
    game_type: None,
    sources: &["Poddavki (shashki in reverse), rules as commonly played"],
    ..russian::TABLE
};
