//! Pool checkers, and the unified rules, whose squares are named with letters.

use super::parts::{THIRD_OCCURRENCE, kings_against_lone_king};
use super::russian;
use crate::Side;
use crate::variant::rule_table::{Corner, DrawRule, GameType, Naming, Passing, RuleTable};

/// American pool checkers.
pub(super) const TABLE: RuleTable = RuleTable {
    id: "pool",
    first: Side::Black,
    passing: Passing::StaysMan,
    draws: &[
        THIRD_OCCURRENCE,
        kings_against_lone_king(3, 3, 13),
        DrawRule::KingMoves { moves: 30 },
    ],
    naming: Naming::Numbers {
        first: Corner::TopLeft,
    },
    capture_sign: 'x',
    game_type: Some(GameType {
        number: 23,
        notation: "N1",
    }),
    sources: &[
        "American Pool Checker Association, rules of the game",
        "PDN 3.0, GameType 23",
    ],
    ..russian::TABLE
};

/// As played in Zimbabwe and elsewhere: White begins, and squares have letters.
pub(super) const UNIFIED: RuleTable = RuleTable {
    id: "pool:unified",
    first: Side::White,
    naming: Naming::Letters,
    game_type: Some(GameType {
        number: 23,
        notation: "A0",
    }),
    sources: &["PDN 3.0, GameType 23 with White first"],
    ..TABLE
};
