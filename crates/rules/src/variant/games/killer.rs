//! Killer: the international game, but a king whose last captured piece is a king stops right
//! behind it.

use super::international;
use super::parts::{THIRD_OCCURRENCE, against_lone_king, king};
use crate::variant::rule_table::{DrawRule, HubNames, Landing, Range, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "killer",
    king: king(Range::Line, Landing::BehindLastKing),
    // Two kings win against one here, so the five moves of the international game apply only to one
    // king against one. No published rules give a number for two kings; we apply the sixteen moves
    // that hold for three.
    draws: &[
        THIRD_OCCURRENCE,
        against_lone_king(1, 1, 5),
        against_lone_king(2, 3, 16),
        DrawRule::KingMoves { moves: 25 },
    ],
    game_type: None,
    hub: HubNames {
        sent: &["killer"],
        understood: &[],
    },
    sources: &[
        "Killer draughts, rules as commonly published",
        "Counts of positions published at damforum.nl",
    ],
    ..international::TABLE
};
