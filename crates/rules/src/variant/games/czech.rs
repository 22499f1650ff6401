//! Czech draughts: men capture forward only, kings fly, and a capture by a king comes before one by
//! a man.

use super::german;
use super::parts::king;
use crate::variant::rule_table::{GameType, Landing, Precedence, Range, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "czech",
    king: king(Range::Line, Landing::Free),
    precedence: &[Precedence::ByKing],
    game_type: Some(GameType {
        number: 29,
        notation: "A0",
    }),
    sources: &["Official rules of Czech draughts", "PDN 3.0, GameType 29"],
    ..german::TABLE
};
