//! Russian draughts: any capture may be chosen but must be carried to its end, and a man that
//! reaches the last row during a capture becomes a king at once.

use super::international;
use super::parts::{THIRD_OCCURRENCE, against_lone_king, dark, kings_against_lone_king, rows};
use crate::variant::rule_table::{
    Articles, Balance, DrawRule, Family, GameType, HubNames, Naming, Passing, ResultStyle,
    RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "russian",
    family: Family::Russian,
    board: dark(8, 8, true),
    start: rows(3),
    pieces_per_side: 12,
    passing: Passing::Promotes,
    precedence: &[],
    draws: DRAWS,
    naming: Naming::Letters,
    capture_sign: ':',
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 25,
        notation: "A0",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "FMJD-64, official rules of Russian draughts, 7.2",
        "PDN 3.0, GameType 25",
    ],
    ..international::TABLE
};

/// FMJD-64, 7.2.3 to 7.2.8. Other editions give other numbers.
pub(super) const DRAWS: &[DrawRule] = &[
    THIRD_OCCURRENCE,
    against_lone_king(1, 2, 5),
    // We read this as lidraughts.org does: the rule applies while the lone king is the only piece
    // on the main road.
    DrawRule::Standing {
        balance: Balance::LoneKing {
            at_least: 3,
            at_most: 3,
            kings_only: false,
            on_main_road: true,
        },
        moves: 5,
    },
    // Three or more, without an upper limit: no game with these rules has more than fifteen pieces
    // a side.
    kings_against_lone_king(3, 15, 15),
    DrawRule::KingMoves { moves: 15 },
    DrawRule::Standing {
        balance: Balance::KingsOnBothSides {
            at_least: 4,
            at_most: 5,
        },
        moves: 30,
    },
    DrawRule::Standing {
        balance: Balance::KingsOnBothSides {
            at_least: 6,
            at_most: 7,
        },
        moves: 60,
    },
];
