//! What is done in a game, one act after another, as a record keeps it. The session performs acts and
//! the record lists them; why one may be refused is told in [`crate::act_error`].

use damier_rules::Side;
use serde::{Deserialize, Serialize};

use crate::request::Request;

/// The most acts in one game. The longest real games have some hundreds.
pub const MAX_ACTS: usize = 5_000;

/// The longest text of a move, in characters: a capture of twenty pieces with every square named is
/// shorter.
pub const MAX_MOVE_TEXT: usize = 100;

/// The latest time that a record may hold, in Unix milliseconds: the largest whole number that every
/// reader of JSON keeps exactly.
pub const MAX_TIME_MS: u64 = (1 << 53) - 1;

/// One thing done in a game, with its time in Unix milliseconds as the caller gave it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", ts(rename = "GameAct"))]
pub enum Act {
    /// A move.
    Move {
        /// Who played it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The move in the game's own notation, written long where the short form is ambiguous.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "openapi", schema(example = "32-28"))]
        text: String,
        /// When.
        at_ms: u64,
    },
    /// The side to move offers a draw. The offer stands until it is answered, or until the opponent
    /// moves.
    OfferDraw {
        /// Who offers.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent accepts: the game is drawn.
    AcceptDraw {
        /// Who accepts.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent declines.
    DeclineDraw {
        /// Who declines.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The last moves are taken back, and with them everything that followed: offers, and the end of
    /// the game. The clock shows again what it showed before them. Where the players sit apart this
    /// needs both of them, who ask and agree.
    TakeBack {
        /// How many moves of either side.
        plies: u32,
        /// When.
        at_ms: u64,
    },
    /// A side resigns; it may do so at any time.
    Resign {
        /// Who resigns.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// A side's time is up.
    Flag {
        /// Whose time.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When that was seen.
        at_ms: u64,
    },
    /// The side to move touches one of its pieces. If the game keeps the custom, the piece can move,
    /// and *j'adoube* was not said, it is to be played.
    Touch {
        /// Who touches.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The square, in the game's own notation.
        square: String,
        /// When.
        at_ms: u64,
    },
    /// Somebody says *j'adoube*: until it is said once more, or the side has moved, touching is
    /// putting pieces right.
    Adoube {
        /// Who says it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// An irregular move: something is done on the board that no rule allows.
    Irregular {
        /// Who does it; not always the side to move.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The square of the piece, in the game's own notation.
        from: String,
        /// Where it is put.
        to: String,
        /// The squares of the pieces that are taken off.
        removed: Vec<String>,
        /// When.
        at_ms: u64,
    },
    /// The opponent has an irregular move corrected: it is undone, and its side moves again.
    Correct {
        /// Who demands it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent lets an irregular move stand. His own next move says the same.
    LetStand {
        /// Who lets it stand.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The game goes on after an interruption: the present turn begins anew on the clock. It also ends
    /// a pause.
    Resume {
        /// When.
        at_ms: u64,
    },
    /// A side asks the opponent for something that needs the consent of both, where the players sit
    /// apart. The request stands until it is answered, or until a move is made.
    Ask {
        /// Who asks.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// For what.
        #[serde(rename = "for")]
        request: Request,
        /// When.
        at_ms: u64,
    },
    /// The opponent agrees to what was asked, and it is done.
    Agree {
        /// Who agrees.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// A side loses the game without its being played to an end. The house or an arbiter says so.
    Forfeit {
        /// Who loses.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// A side has left the game and did not come back. The house or an arbiter says so.
    Abandon {
        /// Who has left.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// An arbiter decides how the game ends.
    Arbiter {
        /// Who wins; null for a draw.
        #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
        winner: Option<Side>,
        /// When.
        at_ms: u64,
    },
    /// The result of a game that was read from a file, which does not tell how it came about.
    Result {
        /// Who won; null for a draw.
        #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
        winner: Option<Side>,
        /// When.
        at_ms: u64,
    },
    /// The opponent does not agree to what was asked.
    Decline {
        /// Who declines.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
}

impl Act {
    /// When it was done, in Unix milliseconds.
    pub const fn at_ms(&self) -> u64 {
        match self {
            Act::Move { at_ms, .. }
            | Act::OfferDraw { at_ms, .. }
            | Act::AcceptDraw { at_ms, .. }
            | Act::DeclineDraw { at_ms, .. }
            | Act::TakeBack { at_ms, .. }
            | Act::Resign { at_ms, .. }
            | Act::Flag { at_ms, .. }
            | Act::Touch { at_ms, .. }
            | Act::Adoube { at_ms, .. }
            | Act::Irregular { at_ms, .. }
            | Act::Correct { at_ms, .. }
            | Act::LetStand { at_ms, .. }
            | Act::Ask { at_ms, .. }
            | Act::Agree { at_ms, .. }
            | Act::Decline { at_ms, .. }
            | Act::Forfeit { at_ms, .. }
            | Act::Abandon { at_ms, .. }
            | Act::Arbiter { at_ms, .. }
            | Act::Result { at_ms, .. }
            | Act::Resume { at_ms } => *at_ms,
        }
    }

    /// Whether it can do nothing but end the game.
    pub const fn only_ends(&self) -> bool {
        matches!(
            self,
            Act::AcceptDraw { .. }
                | Act::Resign { .. }
                | Act::Flag { .. }
                | Act::Forfeit { .. }
                | Act::Abandon { .. }
                | Act::Arbiter { .. }
                | Act::Result { .. }
        )
    }
}
