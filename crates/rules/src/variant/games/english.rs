//! English draughts, American checkers: short kings, and men that capture forward.

use super::international;
use super::parts::{FORWARD, THIRD_OCCURRENCE, dark, king, man, rows};
use crate::Side;
use crate::variant::rule_table::{
    Articles, DrawRule, Family, GameType, HubNames, Landing, Passing, Range, ResultStyle, RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "english",
    family: Family::English,
    board: dark(8, 8, true),
    start: rows(3),
    pieces_per_side: 12,
    first: Side::Black,
    man: man(FORWARD),
    king: king(Range::One, Landing::Behind),
    passing: Passing::EndsMove,
    precedence: &[],
    // 1.32
    draws: &[THIRD_OCCURRENCE, DrawRule::KingMoves { moves: 40 }],
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 21,
        notation: "N1",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "World Checkers/Draughts Federation (WCDF), rules of draughts",
        "PDN 3.0, GameType 21",
    ],
    ..international::TABLE
};
