//! Parts that several games share: directions, boards, men and kings.

use crate::board::{Board, Cells, Vector};
use crate::variant::rule_table::{Balance, DrawRule, KingFacts, Landing, ManFacts, Range, Start};

pub(super) const FORWARD: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 1)];

pub(super) const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

pub(super) const ORTHOGONALS: &[Vector] = &[
    Vector::new(-1, 0),
    Vector::new(0, -1),
    Vector::new(0, 1),
    Vector::new(1, 0),
];

/// Rows, columns and diagonals.
pub(super) const EIGHT: &[Vector] = &[
    ORTHOGONALS[0],
    ORTHOGONALS[1],
    ORTHOGONALS[2],
    ORTHOGONALS[3],
    DIAGONALS[0],
    DIAGONALS[1],
    DIAGONALS[2],
    DIAGONALS[3],
];

/// Straight forward, diagonally forward, or to a side.
pub(super) const FIVE: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
    Vector::new(0, -1),
    Vector::new(0, 1),
];

/// Returns a board of dark squares.
pub(super) const fn dark(width: u8, height: u8, bottom_left: bool) -> Board {
    Board {
        width,
        height,
        cells: Cells::Dark { bottom_left },
    }
}

/// Returns a start with full rows of men, beginning at the edge.
pub(super) const fn rows(full: u8) -> Start {
    Start::Rows { full, behind: 0 }
}

/// Returns the facts of a man that steps diagonally forward and captures both men and kings in
/// these directions.
pub(super) const fn man(captures: &'static [Vector]) -> ManFacts {
    ManFacts {
        steps: FORWARD,
        first_capture: captures,
        later_capture: captures,
        takes_kings: true,
    }
}

/// Returns the facts of a king that moves and captures on diagonals.
pub(super) const fn king(range: Range, landing: Landing) -> KingFacts {
    KingFacts {
        steps: DIAGONALS,
        captures: DIAGONALS,
        range,
        landing,
    }
}

pub(super) const THIRD_OCCURRENCE: DrawRule = DrawRule::Occurrences { times: 3 };

/// Makes the draw rule for `at_least` to `at_most` pieces, at least one of them a king, against a
/// lone king.
pub(super) const fn against_lone_king(at_least: u8, at_most: u8, moves: u8) -> DrawRule {
    DrawRule::Standing {
        balance: Balance::LoneKing {
            at_least,
            at_most,
            kings_only: false,
            on_main_road: false,
        },
        moves,
    }
}

/// Makes the draw rule for one king each, which does not apply while the side to move can capture.
pub(super) const fn single_kings(moves: u8) -> DrawRule {
    DrawRule::Standing {
        balance: Balance::SingleKings,
        moves,
    }
}

/// Makes the draw rule for `at_least` to `at_most` kings against a lone king.
pub(super) const fn kings_against_lone_king(at_least: u8, at_most: u8, moves: u8) -> DrawRule {
    DrawRule::Standing {
        balance: Balance::LoneKing {
            at_least,
            at_most,
            kings_only: true,
            on_main_road: false,
        },
        moves,
    }
}
