//! International draughts, 10x10. Each fact names its article in the FMJD's Annex 1.

use super::parts::{DIAGONALS, FORWARD, THIRD_OCCURRENCE, against_lone_king, dark, king, rows};
use crate::Side;
use crate::variant::rule_table::{
    Articles, Corner, DrawRule, Family, GameType, Goal, HubNames, Landing, ManFacts, Naming,
    Obligation, Passing, Precedence, Range, Removal, ResultStyle, RuleTable,
};

/// The international game.
pub(super) const TABLE: RuleTable = RuleTable {
    id: "international",
    family: Family::International,
    // 2.4: each player has a dark corner square at his left hand.
    board: dark(10, 10, true),
    start: rows(4),
    pieces_per_side: 20,
    first: Side::White,
    // 7.1
    goal: Goal::Immobilise,
    // 4.2
    obligation: Obligation::Compulsory,
    man: ManFacts {
        steps: FORWARD,
        // 4.1: forward and backward.
        first_capture: DIAGONALS,
        later_capture: DIAGONALS,
        takes_kings: true,
    },
    // 3.9, 4.3
    king: king(Range::Line, Landing::Free),
    // 4.8, 4.11: each piece may be passed over only once, and captured pieces are removed after the
    // move.
    removal: Removal::AfterMove,
    half_turn: true,
    // 4.15
    passing: Passing::StaysMan,
    // 4.13: the most pieces, a king counting as one; 4.14: free choice between equals.
    precedence: &[Precedence::MostPieces],
    king_run: None,
    draws: DRAWS,
    // 2.6, 8
    naming: Naming::Numbers {
        first: Corner::TopLeft,
    },
    capture_sign: 'x',
    results: ResultStyle::Points,
    game_type: Some(GameType {
        number: 20,
        notation: "N2",
    }),
    articles: Articles::Annex1,
    lidraughts_game_type: None,
    hub: HubNames {
        sent: &["normal"],
        understood: &["standard"],
    },
    sources: &[
        "FMJD, Official rules of international draughts, Annex 1",
        "PDN 3.0, GameType 20",
        "Manoury, notation of 1770",
    ],
};

/// Annex 1, article 6.
pub(super) const DRAWS: &[DrawRule] = &[
    THIRD_OCCURRENCE,
    against_lone_king(1, 2, 5),
    against_lone_king(3, 3, 16),
    DrawRule::KingMoves { moves: 25 },
];
