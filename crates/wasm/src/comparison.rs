//! The facts of a rule table as stable words, for the page's table that compares the games. Written by
//! the test that writes the page's types, from the tables that the generator reads.

use damier_club::words;
use damier_rules::variant::rule_table::{
    Balance, DrawRule, Goal, Landing, ManFacts, Obligation, Passing, Precedence, Range, Removal,
    ShorterRoute,
};
use damier_rules::{Cells, Side, Variant, Vector};
use serde::Serialize;

/// What is compared of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
pub(crate) struct RuleFacts {
    /// The game, a reading behind a colon.
    id: &'static str,
    /// Cells in a row.
    width: u8,
    /// Rows.
    height: u8,
    /// Which cells are played on.
    #[ts(type = "\"dark\" | \"dark-right\" | \"all\" | \"lines\"")]
    cells: &'static str,
    /// Pieces of each side.
    pieces: u8,
    /// The side that begins.
    #[serde(with = "words")]
    #[ts(type = "Side")]
    first: Side,
    /// Where men capture.
    #[ts(
        type = "\"forward\" | \"backward\" | \"first-forward\" | \"eight\" | \"sideways\" | \"lines\""
    )]
    men: &'static str,
    /// Whether men may capture kings.
    takes_kings: bool,
    /// How kings move and land.
    #[ts(
        type = "\"none\" | \"wins\" | \"short\" | \"flying\" | \"behind\" | \"behind-last-king\""
    )]
    kings: &'static str,
    /// What makes a player capture.
    #[ts(type = "\"compulsory\" | \"huffing\" | \"huffing-shorter-route\"")]
    obligation: &'static str,
    /// What decides among captures, in order.
    #[ts(
        type = "(\"most-pieces\" | \"greatest-value\" | \"by-king\" | \"most-kings\" | \"kings-earliest\")[]"
    )]
    precedence: Vec<&'static str>,
    /// What becomes of a man that reaches the last row in the middle of a capture.
    #[ts(type = "\"stays-man\" | \"promotes\" | \"ends-move\" | \"none\"")]
    passing: &'static str,
    /// When captured pieces leave.
    #[ts(type = "\"after-move\" | \"at-once\"")]
    removal: &'static str,
    /// Whether two captures of one move may go in exactly opposite directions.
    half_turn: bool,
    /// Who has won.
    #[ts(type = "\"immobilise\" | \"give-away\" | \"promote\"")]
    goal: &'static str,
    /// When nobody has.
    draws: Vec<DrawFacts>,
}

/// A rule that ends a game as a draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub(crate) enum DrawFacts {
    /// A position stands for this time.
    Occurrences {
        /// The time that draws.
        times: u8,
    },
    /// Kings only have moved, nothing was captured.
    KingMoves {
        /// Moves of each side.
        moves: u8,
    },
    /// So many pieces face a lone king.
    LoneKing {
        /// The fewest.
        from: u8,
        /// The most.
        to: u8,
        /// Whether the lone king must hold the main road.
        main_road: bool,
        /// Moves of each side.
        moves: u8,
    },
    /// Both sides have a king, and so many pieces are on the board.
    BothKings {
        /// The fewest.
        from: u8,
        /// The most.
        to: u8,
        /// Moves of each side.
        moves: u8,
    },
}

impl RuleFacts {
    /// The facts of a game.
    pub(crate) fn of(variant: Variant) -> RuleFacts {
        let table = variant.table();
        let kings = match (table.passing, table.goal, table.king.range) {
            (Passing::NoPromotion, ..) => "none",
            (_, Goal::Promote, _) => "wins",
            (_, _, Range::One) => "short",
            (_, _, Range::Line) => match table.king.landing {
                Landing::Free => "flying",
                Landing::Behind => "behind",
                Landing::BehindLastKing => "behind-last-king",
            },
        };
        RuleFacts {
            id: table.id,
            width: table.board.width,
            height: table.board.height,
            cells: match table.board.cells {
                Cells::Dark { bottom_left: true } => "dark",
                Cells::Dark { bottom_left: false } => "dark-right",
                Cells::All => "all",
                Cells::Lines => "lines",
            },
            pieces: table.pieces_per_side,
            first: table.first,
            men: men(&table.man, table.board.cells),
            takes_kings: table.man.takes_kings,
            kings,
            obligation: match table.obligation {
                Obligation::Compulsory => "compulsory",
                Obligation::Huffing { shorter_route } => match shorter_route {
                    ShorterRoute::Safe => "huffing",
                    ShorterRoute::Huffable => "huffing-shorter-route",
                },
            },
            precedence: table.precedence.iter().map(precedence).collect(),
            passing: match table.passing {
                Passing::StaysMan => "stays-man",
                Passing::Promotes => "promotes",
                Passing::EndsMove => "ends-move",
                Passing::NoPromotion => "none",
            },
            removal: match table.removal {
                Removal::AfterMove => "after-move",
                Removal::AtOnce => "at-once",
            },
            half_turn: table.half_turn,
            goal: match table.goal {
                Goal::Immobilise => "immobilise",
                Goal::GiveAway => "give-away",
                Goal::Promote => "promote",
            },
            draws: table.draws.iter().map(draw).collect(),
        }
    }
}

/// Where men capture, in a word: White's vectors, forward being up.
fn men(man: &ManFacts, cells: Cells) -> &'static str {
    let any = |vectors: &[Vector], test: fn(&Vector) -> bool| vectors.iter().any(test);
    let backward = |vectors| any(vectors, |it| it.rows > 0);
    if cells == Cells::Lines {
        "lines"
    } else if any(man.first_capture, |it| it.cols.abs() == 2) {
        "eight"
    } else if any(man.first_capture, |it| it.rows == 0) {
        "sideways"
    } else if backward(man.first_capture) {
        "backward"
    } else if backward(man.later_capture) {
        "first-forward"
    } else {
        "forward"
    }
}

const fn precedence(ground: &Precedence) -> &'static str {
    match ground {
        Precedence::MostPieces => "most-pieces",
        Precedence::GreatestValue { .. } => "greatest-value",
        Precedence::ByKing => "by-king",
        Precedence::MostKings => "most-kings",
        Precedence::KingsEarliest => "kings-earliest",
    }
}

const fn draw(rule: &DrawRule) -> DrawFacts {
    match *rule {
        DrawRule::Occurrences { times, .. } => DrawFacts::Occurrences { times },
        DrawRule::KingMoves { moves, .. } => DrawFacts::KingMoves { moves },
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::LoneKing {
                at_least,
                at_most,
                on_main_road,
                ..
            } => DrawFacts::LoneKing {
                from: at_least,
                to: at_most,
                main_road: on_main_road,
                moves,
            },
            Balance::KingsOnBothSides { at_least, at_most } => DrawFacts::BothKings {
                from: at_least,
                to: at_most,
                moves,
            },
        },
    }
}
