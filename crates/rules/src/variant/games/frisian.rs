//! Frisian draughts: captures in eight directions; the capture of the greatest value must be
//! chosen.

use super::international;
use super::parts::{THIRD_OCCURRENCE, king, kings_against_lone_king, man, single_kings};
use crate::board::Vector;
use crate::variant::rule_table::{
    Articles, Family, GameType, HubNames, KingFacts, Landing, Precedence, Range, ResultStyle,
    RuleTable,
};

/// Diagonals, and rows and columns. Along these, every other cell is not a square, so a step is two
/// cells.
const EIGHT_DIRECTIONS: &[Vector] = &[
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
    Vector::new(-2, 0),
    Vector::new(2, 0),
    Vector::new(0, -2),
    Vector::new(0, 2),
];

pub(super) const TABLE: RuleTable = RuleTable {
    id: "frisian",
    family: Family::Frisian,
    man: man(EIGHT_DIRECTIONS),
    king: KingFacts {
        captures: EIGHT_DIRECTIONS,
        ..king(Range::Line, Landing::Free)
    },
    precedence: &[
        // A king is worth just under two men, so k kings are worth more than 2k-1 men and less than
        // 2k. No capture takes a hundred pieces, so hundredths of a man are exact enough.
        Precedence::GreatestValue {
            man: 100,
            king: 199,
        },
        Precedence::ByKing,
    ],
    king_run: Some(3),
    draws: &[
        THIRD_OCCURRENCE,
        // According to the federation, one king against one is a draw at once, unless one of them
        // can be captured. The two moves of lidraughts.org come to the same: they leave time to
        // show the capture on the board.
        single_kings(2),
        kings_against_lone_king(2, 2, 7),
    ],
    results: ResultStyle::Halves,
    game_type: Some(GameType {
        number: 40,
        notation: "N2",
    }),
    articles: Articles::Unnumbered,
    hub: HubNames {
        sent: &["frisian"],
        understood: &[],
    },
    sources: &[
        "Rules of Frisian draughts, as the federation gives them",
        "PDN 3.0, GameType 40",
        "lidraughts.org, rules of Frisian draughts",
    ],
    ..international::TABLE
};
