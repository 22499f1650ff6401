//! Italian draughts: men do not capture kings, and four rules of precedence decide between
//! captures.

use super::english;
use super::parts::{FORWARD, dark, man};
use crate::Side;
use crate::variant::rule_table::{
    Articles, DrawRule, Family, GameType, ManFacts, Precedence, RuleTable,
};

pub(super) const TABLE: RuleTable = RuleTable {
    id: "italian",
    family: Family::Latin,
    board: dark(8, 8, false),
    first: Side::White,
    man: ManFacts {
        // 5.6
        takes_kings: false,
        ..man(FORWARD)
    },
    precedence: &[
        Precedence::MostPieces,    // 6.6
        Precedence::ByKing,        // 6.7
        Precedence::MostKings,     // 6.8
        Precedence::KingsEarliest, // 6.9; 6.10: else free
    ],
    draws: &[
        // 9.3 b1
        DrawRule::Occurrences { times: 4 },
        // 10.4
        DrawRule::KingMoves { moves: 40 },
    ],
    game_type: Some(GameType {
        number: 22,
        notation: "N2",
    }),
    articles: Articles::Fid,
    sources: &[
        "Federazione Italiana Dama (FID), technical rules of the game",
        "PDN 3.0, GameType 22",
    ],
    ..english::TABLE
};
