//! Turkish draughts (dama): played on all 64 squares along rows and columns; each captured piece is
//! removed at once.

use super::international;
use super::parts::{ORTHOGONALS, THIRD_OCCURRENCE, king, man, single_kings};
use crate::board::{Board, Cells, Vector};
use crate::variant::rule_table::{
    Articles, Family, GameType, HubNames, KingFacts, Landing, ManFacts, Naming, Passing, Range,
    Removal, ResultStyle, RuleTable, Start,
};

const FORWARD_AND_SIDEWAYS: &[Vector] =
    &[Vector::new(-1, 0), Vector::new(0, -1), Vector::new(0, 1)];

pub(super) const TABLE: RuleTable = RuleTable {
    id: "turkish",
    family: Family::Orthogonal,
    board: Board {
        width: 8,
        height: 8,
        cells: Cells::All,
    },
    start: Start::Rows { full: 2, behind: 1 },
    pieces_per_side: 16,
    man: ManFacts {
        steps: FORWARD_AND_SIDEWAYS,
        ..man(FORWARD_AND_SIDEWAYS)
    },
    king: KingFacts {
        steps: ORTHOGONALS,
        captures: ORTHOGONALS,
        ..king(Range::Line, Landing::Free)
    },
    removal: Removal::AtOnce,
    half_turn: false,
    draws: &[
        THIRD_OCCURRENCE,
        // One king each is a draw unless one of them can be captured; each side has one move to
        // show that.
        single_kings(1),
    ],
    naming: Naming::Letters,
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 30,
        notation: "A0",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "PDN 3.0, GameType 30",
        "English Wikipedia, Turkish draughts",
    ],
    ..international::TABLE
};

/// A man that reaches the last row during a capture continues as a king.
pub(super) const PROMOTES_IN_PASSING: RuleTable = RuleTable {
    id: "turkish:promotes-in-passing",
    passing: Passing::Promotes,
    sources: &["draughts.github.io, rules of Turkish draughts"],
    ..TABLE
};
