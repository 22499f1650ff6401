//! International draughts, 10x10: the facts, each with the article of the FMJD's Annex 1.

use super::rule_table::{
    Corner, DrawRule, KingFacts, Landing, ManFacts, Naming, Passing, Precedence, Range, Removal,
    RuleTable,
};
use crate::Side;
use crate::board::{Board, Cells, Vector};
use crate::ending::EndReason;

const FORWARD: &[Vector] = &[Vector::new(-1, -1), Vector::new(-1, 1)];
const DIAGONALS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

/// The international game.
pub(super) static INTERNATIONAL: RuleTable = RuleTable {
    id: "international",
    // 2.4: a dark square at the left hand of each player.
    board: Board {
        width: 10,
        height: 10,
        cells: Cells::Dark { bottom_left: true },
    },
    start_rows: 4,
    rows_behind: 0,
    pieces_per_side: 20,
    first: Side::White,
    man: ManFacts {
        steps: FORWARD,
        // 4.1: forward and backward.
        first_capture: DIAGONALS,
        later_capture: DIAGONALS,
        takes_kings: true,
    },
    king: KingFacts {
        steps: DIAGONALS,
        captures: DIAGONALS,
        // 3.9, 4.3
        range: Range::Line,
        landing: Landing::Free,
    },
    // 4.8, 4.11: a piece is passed once and lifted after the move.
    removal: Removal::AfterMove,
    half_turn: true,
    // 4.15
    passing: Passing::StaysMan,
    // 4.13: by number, a king counting as one; 4.14: free choice between equals.
    precedence: &[Precedence::MostPieces],
    // 6
    draws: &[
        DrawRule::Occurrences { times: 3 },
        DrawRule::LoneKing {
            at_least: 1,
            at_most: 2,
            moves: 5,
            reason: EndReason::FiveMoves,
        },
        DrawRule::LoneKing {
            at_least: 3,
            at_most: 3,
            moves: 16,
            reason: EndReason::SixteenMoves,
        },
        DrawRule::KingMoves {
            moves: 25,
            reason: EndReason::TwentyFiveMoves,
        },
    ],
    // 2.6, 8
    naming: Naming::Numbers {
        first: Corner::TopLeft,
    },
    capture_sign: 'x',
    game_type: Some(20),
    sources: &[
        "FMJD, Official rules of international draughts, Annex 1",
        "PDN 3.0, GameType 20",
        "Manoury, notation of 1770",
    ],
};
