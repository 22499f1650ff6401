//! Tanzanian draughts (drafti): kings fly, men capture forward only, and any capture may be chosen
//! but must be carried to its end.

use super::german;
use super::parts::king;
use crate::variant::rule_table::{Landing, Range, RuleTable};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "tanzanian",
    // By agreement either player may begin, but a program needs a fixed rule, so White begins.
    king: king(Range::Line, Landing::Free),
    sources: &[
        "English Wikipedia, Tanzanian draughts",
        "Russian Wikipedia, Танзанийские шашки",
    ],
    ..german::TABLE
};
