//! Dam of Malaysia and Singapore: 144 squares, men that capture forward, and huffing.

use super::international;
use super::parts::{FORWARD, THIRD_OCCURRENCE, dark, man, rows};
use crate::variant::rule_table::{
    Articles, Family, HubNames, Obligation, Passing, ResultStyle, RuleTable, ShorterRoute,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "dam",
    family: Family::Central,
    board: dark(12, 12, true),
    start: rows(5),
    pieces_per_side: 30,
    // "If you fail or do not want to capture, your piece is forfeited"; and the most pieces must be
    // taken.
    obligation: Obligation::Huffing {
        shorter_route: ShorterRoute::Huffable,
    },
    man: man(FORWARD),
    // Men capture forward only, so a man on the last row cannot capture any further.
    passing: Passing::EndsMove,
    // A player who takes fewer pieces can be punished by a huff; no rule forbids the move.
    precedence: &[],
    // No source gives a number of moves; repetition ends every game that neither side can win.
    draws: &[THIRD_OCCURRENCE],
    results: ResultStyle::Halves,
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "English Wikipedia, Malaysian/Singaporean checkers",
        "draughts.github.io, Malaysian/Singaporean checkers",
        "setupgroup, rules of Malaysian checkers",
    ],
    ..international::TABLE
};
