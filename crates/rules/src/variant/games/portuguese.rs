//! Portuguese draughts (damas clássicas): the rules of the Spanish game.

use super::spanish;
use crate::variant::rule_table::{GameType, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "portuguese",
    // Article 3.2 also limits three kings against one that does not hold the main diagonal; we
    // could not confirm its number of moves, so the rule is left out.
    game_type: Some(GameType {
        number: 28,
        notation: "N1",
    }),
    sources: &[
        "Federação Portuguesa de Damas, rules of damas clássicas",
        "PDN 3.0, GameType 28",
    ],
    ..spanish::TABLE
};
