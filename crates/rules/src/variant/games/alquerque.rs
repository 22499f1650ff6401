//! Alquerque de doce: played on points and lines, without kings; draughts descends from it.

use super::international;
use super::parts::{THIRD_OCCURRENCE, king, man};
use crate::board::{Board, Cells, Vector};
use crate::variant::rule_table::{
    Articles, Family, HubNames, KingFacts, Landing, ManFacts, Naming, Obligation, Passing, Range,
    Removal, ResultStyle, RuleTable, ShorterRoute, Start,
};

const LINES: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
    Vector::new(0, -1),
    Vector::new(0, 1),
    Vector::new(1, -1),
    Vector::new(1, 0),
    Vector::new(1, 1),
];

pub(super) const TABLE: RuleTable = RuleTable {
    id: "alquerque",
    family: Family::Old,
    board: Board {
        width: 5,
        height: 5,
        cells: Cells::Lines,
    },
    // Two rows and the two points at each player's right hand; the centre is empty.
    start: Start::Squares {
        white: &[14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
        black: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    },
    pieces_per_side: 12,
    // Pieces move and capture along every line. Bell's reconstruction forbids stepping back and
    // returning to a point; the text of Alfonso X mentions neither.
    man: ManFacts {
        steps: LINES,
        ..man(LINES)
    },
    king: KingFacts {
        steps: LINES,
        captures: LINES,
        ..king(Range::One, Landing::Behind)
    },
    removal: Removal::AtOnce,
    passing: Passing::NoPromotion,
    precedence: &[],
    // Our choice: no source gives a draw rule.
    draws: &[THIRD_OCCURRENCE],
    naming: Naming::Letters,
    results: ResultStyle::Halves,
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "Alfonso X, Libro de los juegos (1283), as summed up by H. J. R. Murray",
        "R. C. Bell, Board and Table Games",
    ],
    ..international::TABLE
};

/// Another reading of the same text: "or be huffed".
pub(super) const HUFFING: RuleTable = RuleTable {
    id: "alquerque:huffing",
    obligation: Obligation::Huffing {
        shorter_route: ShorterRoute::Safe,
    },
    ..TABLE
};
