//! Gothic draughts (Altdeutsches Damespiel): all 64 squares, quiet moves of men on diagonals,
//! captures in five directions.

use super::international;
use super::parts::{EIGHT, FIVE, THIRD_OCCURRENCE, man, rows};
use crate::board::{Board, Cells};
use crate::variant::rule_table::{
    Articles, Family, HubNames, KingFacts, Landing, Naming, Passing, Range, ResultStyle, RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "gothic",
    family: Family::Orthogonal,
    board: Board {
        width: 8,
        height: 8,
        cells: Cells::All,
    },
    start: rows(2),
    pieces_per_side: 16,
    man: man(FIVE),
    // One description has flying kings instead.
    king: KingFacts {
        steps: EIGHT,
        captures: EIGHT,
        range: Range::One,
        landing: Landing::Behind,
    },
    // No source covers this; we follow the other German game.
    passing: Passing::EndsMove,
    // No source gives a number of moves; repetition ends every game that neither side can win.
    draws: &[THIRD_OCCURRENCE],
    naming: Naming::Letters,
    results: ResultStyle::Halves,
    game_type: None,
    articles: Articles::Unnumbered,
    hub: HubNames::NONE,
    sources: &[
        "German Wikipedia, Altdeutsches Damespiel",
        "Yorkton This Week, Gothic checkers worth exploring",
        "BrainKing, rules of Gothic Checkers",
    ],
    ..international::TABLE
};
