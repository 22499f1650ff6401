//! Thai draughts (makhos): eight men a side; kings land right behind the piece they capture.

use super::german;
use super::parts::rows;
use crate::Side;
use crate::variant::rule_table::{Corner, GameType, Naming, Removal, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "thai",
    start: rows(2),
    pieces_per_side: 8,
    // As PDN 3.0 says; on Thai sites White begins.
    first: Side::Black,
    removal: Removal::AtOnce,
    naming: Naming::Numbers {
        first: Corner::TopLeft,
    },
    capture_sign: '-',
    game_type: Some(GameType {
        number: 31,
        notation: "N2",
    }),
    sources: &[
        "PDN 3.0, GameType 31",
        "Thai draughts (makhos), rules as commonly played",
    ],
    ..german::TABLE
};

/// The next capture goes straight on or turns at a right angle.
pub(super) const NO_HALF_TURN: RuleTable = RuleTable {
    id: "thai:no-half-turn",
    half_turn: false,
    sources: &["MindSports, rules of Thai draughts"],
    ..TABLE
};
