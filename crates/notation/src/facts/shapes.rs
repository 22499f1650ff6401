//! The parts of the facts of a game. Each is an enum or a group of fields of the rule table, with
//! the names that the JSON uses.

use std::borrow::Cow;

use damier_rules::variant::rule_table::{
    self, Balance, Corner, DrawRule, Landing, Naming, Obligation, Precedence, Range, ShorterRoute,
};
use damier_rules::{Board, Cells, Kind, Position, Side, Variant, Vector};
use serde::Serialize;

use crate::fen;
use crate::pdn;
use crate::square_names::Names;

/// The names of a game in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WordFacts {
    /// The name of the game.
    pub name: String,
    /// The name of the branch of the family.
    pub family: String,
    /// One sentence that describes the game.
    pub sentence: String,
    /// The name of the reading.
    pub reading: String,
    /// One sentence that describes the reading.
    pub reading_sentence: String,
}

/// The size of a board, and its playing squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardFacts {
    /// How many cells a row has.
    pub width: u8,
    /// How many rows there are.
    pub height: u8,
    /// How many playing squares there are.
    pub squares: u8,
    /// Which cells are playing squares.
    pub playing: PlayingFacts,
}

/// Which cells of a board are playing squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "cells", rename_all = "kebab-case")]
pub enum PlayingFacts {
    /// Every other cell.
    Dark {
        /// Whether the corner at each player's left hand is a playing square.
        bottom_left: bool,
    },
    /// Every cell.
    All,
    /// Points joined by lines.
    Lines,
}

/// The position of the men at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StartFacts {
    /// The position as a FEN.
    pub fen: String,
    /// The squares of White's men, as the game names them.
    pub white: Vec<String>,
    /// The squares of Black's men.
    pub black: Vec<String>,
}

/// How the rules make a player capture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObligationFacts {
    /// Nothing else is legal while a capture is possible.
    Compulsory,
    /// A player who does not capture may lose the piece that should have captured.
    Huffing {
        /// Whether a piece may be huffed that finished its capture, but on the shorter of two
        /// paths: `safe` or `huffable`.
        shorter_route: &'static str,
    },
}

/// How men move. A direction is a number of rows down and of columns to the right, for White. For
/// Black it is mirrored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ManFacts {
    /// Steps without a capture.
    pub steps: Vec<[i8; 2]>,
    /// Directions of the first capture of a move.
    pub first_capture: Vec<[i8; 2]>,
    /// Directions of later captures of the same move.
    pub later_capture: Vec<[i8; 2]>,
    /// Whether a man may capture a king.
    pub takes_kings: bool,
}

/// How kings move. Directions are as in [`ManFacts`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KingFacts {
    /// Steps without a capture.
    pub steps: Vec<[i8; 2]>,
    /// Captures.
    pub captures: Vec<[i8; 2]>,
    /// `one` square or the whole `line`.
    pub range: &'static str,
    /// Where a king may stop behind a captured piece: `free`, `behind`, `behind-last-king`.
    pub landing: &'static str,
}

/// A rule by which one capture comes before another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrecedenceFacts {
    /// The most pieces.
    MostPieces,
    /// The greatest sum of values.
    GreatestValue {
        /// The value of a man.
        man: u16,
        /// The value of a king.
        king: u16,
    },
    /// A capture by a king comes before one by a man.
    ByKing,
    /// The most kings.
    MostKings,
    /// The capture that takes a king earliest.
    KingsEarliest,
}

/// A rule by which a game is drawn. `reason` is the code of the ending; `moves` counts the moves of
/// each side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub enum DrawFacts {
    /// The same position with the same side to move.
    Occurrences {
        /// How many times the position must occur.
        times: u8,
        /// The ending.
        reason: Cow<'static, str>,
    },
    /// Only kings have moved, and nothing was captured.
    KingMoves {
        /// Moves of each side.
        moves: u8,
        /// The ending.
        reason: Cow<'static, str>,
    },
    /// A lone king faces a certain number of pieces, at least one of them a king.
    LoneKing {
        /// The fewest and the most pieces of the stronger side.
        against: [u8; 2],
        /// Whether they must all be kings.
        kings_only: bool,
        /// Whether the rule applies only if the lone king alone holds the main road.
        on_main_road: bool,
        /// Moves of each side.
        moves: u8,
        /// The ending.
        reason: Cow<'static, str>,
    },
    /// Each side has only one king, and the side to move cannot capture the other one.
    SingleKings {
        /// Moves of each side.
        moves: u8,
        /// The ending.
        reason: Cow<'static, str>,
    },
    /// Both sides have a king.
    KingsOnBothSides {
        /// The fewest and the most pieces on the board.
        pieces: [u8; 2],
        /// Moves of each side.
        moves: u8,
        /// The ending.
        reason: Cow<'static, str>,
    },
}

/// How squares are named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum NamingFacts {
    /// By number.
    Numbers {
        /// The corner of the first square, with White at the bottom: `top-left`, `bottom-right`.
        first: &'static str,
    },
    /// By letter and number; a1 is at White's left hand.
    Letters,
}

/// The tag `GameType` of a game in PDN 3.0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameTypeFacts {
    /// The number.
    pub number: u8,
    /// The value of the tag.
    pub tag: String,
    /// The value in its long form.
    pub long: String,
}

impl BoardFacts {
    pub(super) fn of(board: Board) -> BoardFacts {
        BoardFacts {
            width: board.width,
            height: board.height,
            squares: board.square_count(),
            playing: match board.cells {
                Cells::Dark { bottom_left } => PlayingFacts::Dark { bottom_left },
                Cells::All => PlayingFacts::All,
                Cells::Lines => PlayingFacts::Lines,
            },
        }
    }
}

impl StartFacts {
    pub(super) fn of(variant: Variant) -> StartFacts {
        let start = Position::start(variant);
        let men = |side| {
            let squares = start.squares(side, Kind::Man).iter();
            let mut names: Vec<_> = squares.map(|it| Names::of(variant).name(it)).collect();
            names.sort_unstable();
            names.iter().map(ToString::to_string).collect()
        };
        StartFacts {
            fen: fen::write(&start),
            white: men(Side::White),
            black: men(Side::Black),
        }
    }
}

impl ObligationFacts {
    pub(super) fn of(obligation: Obligation) -> ObligationFacts {
        match obligation {
            Obligation::Compulsory => ObligationFacts::Compulsory,
            Obligation::Huffing { shorter_route } => ObligationFacts::Huffing {
                shorter_route: match shorter_route {
                    ShorterRoute::Safe => "safe",
                    ShorterRoute::Huffable => "huffable",
                },
            },
        }
    }
}

fn pairs(vectors: &[Vector]) -> Vec<[i8; 2]> {
    vectors.iter().map(|it| [it.rows, it.cols]).collect()
}

impl ManFacts {
    pub(super) fn of(man: &rule_table::ManFacts) -> ManFacts {
        ManFacts {
            steps: pairs(man.steps),
            first_capture: pairs(man.first_capture),
            later_capture: pairs(man.later_capture),
            takes_kings: man.takes_kings,
        }
    }
}

impl KingFacts {
    pub(super) fn of(king: &rule_table::KingFacts) -> KingFacts {
        KingFacts {
            steps: pairs(king.steps),
            captures: pairs(king.captures),
            range: match king.range {
                Range::One => "one",
                Range::Line => "line",
            },
            landing: match king.landing {
                Landing::Free => "free",
                Landing::Behind => "behind",
                Landing::BehindLastKing => "behind-last-king",
            },
        }
    }
}

impl PrecedenceFacts {
    pub(super) fn of(ground: Precedence) -> PrecedenceFacts {
        match ground {
            Precedence::MostPieces => PrecedenceFacts::MostPieces,
            Precedence::GreatestValue { man, king } => PrecedenceFacts::GreatestValue { man, king },
            Precedence::ByKing => PrecedenceFacts::ByKing,
            Precedence::MostKings => PrecedenceFacts::MostKings,
            Precedence::KingsEarliest => PrecedenceFacts::KingsEarliest,
        }
    }
}

impl DrawFacts {
    pub(super) fn of(rule: DrawRule) -> DrawFacts {
        let reason = rule.reason().code();
        match rule {
            DrawRule::Occurrences { times, .. } => DrawFacts::Occurrences { times, reason },
            DrawRule::KingMoves { moves, .. } => DrawFacts::KingMoves { moves, reason },
            DrawRule::Standing { balance, moves, .. } => match balance {
                Balance::LoneKing {
                    at_least,
                    at_most,
                    kings_only,
                    on_main_road,
                } => DrawFacts::LoneKing {
                    against: [at_least, at_most],
                    kings_only,
                    on_main_road,
                    moves,
                    reason,
                },
                Balance::SingleKings => DrawFacts::SingleKings { moves, reason },
                Balance::KingsOnBothSides { at_least, at_most } => DrawFacts::KingsOnBothSides {
                    pieces: [at_least, at_most],
                    moves,
                    reason,
                },
            },
        }
    }
}

impl NamingFacts {
    pub(super) fn of(naming: Naming) -> NamingFacts {
        match naming {
            Naming::Letters => NamingFacts::Letters,
            Naming::Numbers { first } => NamingFacts::Numbers {
                first: match first {
                    Corner::TopLeft => "top-left",
                    Corner::BottomRight => "bottom-right",
                },
            },
        }
    }
}

impl GameTypeFacts {
    pub(super) fn of(variant: Variant) -> Option<GameTypeFacts> {
        let own = variant.table().game_type?;
        Some(GameTypeFacts {
            number: own.number,
            tag: pdn::tag_text(variant)?,
            long: pdn::long_form(variant)?,
        })
    }
}
