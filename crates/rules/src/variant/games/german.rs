//! German draughts (Deutsche Dame) in two readings; neither is a standard.

use super::international;
use super::parts::{DIAGONALS, FORWARD, THIRD_OCCURRENCE, dark, king, man, rows};
use crate::variant::rule_table::{
    Articles, Family, HubNames, Landing, Naming, Passing, Range, ResultStyle, RuleTable,
};

/// As German sources describe it: men capture forward, and a king lands right behind the piece it
/// captures.
pub(super) const TABLE: RuleTable = RuleTable {
    id: "german",
    family: Family::Central,
    board: dark(8, 8, true),
    start: rows(3),
    pieces_per_side: 12,
    man: man(FORWARD),
    king: king(Range::Line, Landing::Behind),
    passing: Passing::EndsMove,
    precedence: &[],
    // No source gives a number of moves; repetition ends every game that neither side can win.
    draws: &[THIRD_OCCURRENCE],
    naming: Naming::Letters,
    results: ResultStyle::Halves,
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "German Wikipedia, Deutsche Dame",
        "setupgroup, rules of German draughts",
    ],
    ..international::TABLE
};

/// As played on one server: men capture backward too, kings land freely.
pub(super) const FREE: RuleTable = RuleTable {
    id: "german-free",
    man: man(DIAGONALS),
    king: king(Range::Line, Landing::Free),
    passing: Passing::StaysMan,
    sources: &["Jocly, rules of German draughts"],
    ..TABLE
};
