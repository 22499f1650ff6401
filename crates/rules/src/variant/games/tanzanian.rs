//! Tanzanian draughts (drafti): flying kings, men that capture forward, and any capture carried to its end.

use super::german;
use super::parts::king;
use crate::variant::rule_table::{Landing, Range, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "tanzanian",
    // Either player may begin by agreement; a program needs one.
    king: king(Range::Line, Landing::Free),
    sources: &[
        "English Wikipedia, Tanzanian draughts",
        "Russian Wikipedia, Танзанийские шашки",
    ],
    ..german::TABLE
};
