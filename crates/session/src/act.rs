//! The acts of a game by players, clock, server or arbiter. A session performs acts, and a record
//! lists them in order. [`crate::act_error`] has the reasons why an act can be refused.

use damier_rules::Side;
use serde::{Deserialize, Serialize};

use crate::request::Request;

/// The most acts in one game. The longest real games have some hundreds.
pub const MAX_ACTS: usize = 5_000;

/// Limit for each side's questions, offers, touches, adjustments and irregular moves in a game
/// decided by commands. Without it, a player could fill the record until the opponent has no room
/// for a move and loses on time. With all answers it is at most four fifths of [`MAX_ACTS`] for
/// both sides; games with touch-move have one such act per move.
pub const MAX_NON_MOVE_ACTS: usize = 1_000;

/// The longest text of a move, in characters: a capture of twenty pieces with every square named is
/// shorter.
pub const MAX_MOVE_TEXT: usize = 100;

/// The latest time in a record, in Unix milliseconds: the largest integer that every JSON reader
/// represents exactly.
pub const MAX_TIME_MS: u64 = (1 << 53) - 1;

/// The longest network delay of a move that is compensated, in milliseconds.
pub const MAX_LAG_MS: u64 = 1_000;

/// The maximum time that a side can receive from its opponent in one grant, in milliseconds: a
/// week, for correspondence games.
pub const MAX_GIFT_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
const fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// One act in a game, with its Unix time in milliseconds as given by the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", ts(rename = "GameAct"))]
pub enum Act {
    /// A move.
    Move {
        /// The side that played it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The move in the game's own notation, written long where the short form is ambiguous.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "openapi", schema(example = "32-28"))]
        text: String,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
        /// The network delay of the move, at most [`MAX_LAG_MS`]: it costs its player no time.
        /// Omitted if 0.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u64>"))]
        lag_ms: u64,
    },
    /// The side to move offers a draw. The offer stands until it is answered, or until the opponent
    /// moves.
    OfferDraw {
        /// The side that offers.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent accepts: the game is drawn.
    AcceptDraw {
        /// The side that accepts.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent declines.
    DeclineDraw {
        /// The side that declines.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The last moves are taken back, with everything that followed them, such as offers and the
    /// end of the game. The clock is set back to what it showed before them. Players who sit apart
    /// must both agree.
    TakeBack {
        /// How many moves of either side.
        plies: u32,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A side resigns; it may do so at any time.
    Resign {
        /// The side that resigns.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A side gives the game up before each side has made its first move. It has no result then.
    Abort {
        /// The side that gives it up.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A side's time is up, on the clock of the game, or on a physical clock of two people who sit
    /// together and play without a clock in the record.
    Flag {
        /// Whose time.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When this was noticed.
        at_ms: u64,
    },
    /// The side to move touches one of its pieces. It must then move this piece if the game is
    /// played with touch-move, the piece can move, and the player has not said *j'adoube*.
    Touch {
        /// The side that touches the piece.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The square, in the game's own notation.
        square: String,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A player says *j'adoube*: he only adjusts pieces, and touching does not count until he says
    /// it again or has moved.
    Adoube {
        /// The side that says it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// An irregular move: a player changes the board in a way that the rules do not allow.
    Irregular {
        /// The side that makes it; this need not be the side to move.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The square of the piece, in the game's own notation.
        from: String,
        /// Where it is put.
        to: String,
        /// The squares of the pieces that are taken off.
        removed: Vec<String>,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent demands that an irregular move is corrected: it is undone, and its player moves
    /// again.
    Correct {
        /// The side that demands it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent accepts an irregular move. Making their own next move has the same effect.
    LetStand {
        /// The side that accepts it.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The game continues after an interruption or a pause. The clock is set back to the beginning
    /// of the current turn. If `lost_ms` is given, the turn gets back that much and no more.
    Resume {
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
        /// How long the server could accept no move before this act.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        lost_ms: Option<u64>,
    },
    /// A host stops the clocks, for example a teacher who wants the class to look up. Players
    /// cannot end such a pause: it ends after its time, or when the host resumes the game.
    /// Repeating it restarts its time. Only the server or an arbiter may do this.
    Pause {
        /// How long at most, 1 to [`MAX_PAUSE_MS`](crate::request::MAX_PAUSE_MS).
        at_most_ms: u64,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// In a game over a network, a side asks the opponent for something that both must agree to.
    /// The request stands until it is answered or a move is made.
    Ask {
        /// The side that asks.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// For what.
        #[serde(rename = "for")]
        request: Request,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent agrees to what was asked, and it is done.
    Agree {
        /// The side that agrees.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A side loses the game by forfeit, without playing it to the end. Only the server or an
    /// arbiter decides this.
    Forfeit {
        /// The side that loses.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// A side has left the game and has not come back. Only the server or an arbiter decides this.
    Abandon {
        /// The side that has left.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// An arbiter decides how the game ends.
    Arbiter {
        /// The winning side; null for a draw.
        #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
        winner: Option<Side>,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The result of a game that was read from a file which does not say how the game ended.
    Result {
        /// The side that won; null for a draw.
        #[cfg_attr(feature = "ts", ts(type = "Side | null"))]
        winner: Option<Side>,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
    /// The opponent does not agree to what was asked.
    Decline {
        /// The side that declines.
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The time of the act, in Unix milliseconds.
        at_ms: u64,
    },
}

impl Act {
    /// The Unix time of the act, in milliseconds.
    pub const fn at_ms(&self) -> u64 {
        match self {
            Act::Move { at_ms, .. }
            | Act::OfferDraw { at_ms, .. }
            | Act::AcceptDraw { at_ms, .. }
            | Act::DeclineDraw { at_ms, .. }
            | Act::TakeBack { at_ms, .. }
            | Act::Resign { at_ms, .. }
            | Act::Abort { at_ms, .. }
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
            | Act::Pause { at_ms, .. }
            | Act::Resume { at_ms, .. } => *at_ms,
        }
    }

    /// The player who did it; `None` for acts of the clock, the server or an arbiter, and for acts
    /// that do not name their player.
    pub const fn by(&self) -> Option<Side> {
        match self {
            Act::Move { side, .. }
            | Act::OfferDraw { side, .. }
            | Act::AcceptDraw { side, .. }
            | Act::DeclineDraw { side, .. }
            | Act::Resign { side, .. }
            | Act::Abort { side, .. }
            | Act::Touch { side, .. }
            | Act::Adoube { side, .. }
            | Act::Irregular { side, .. }
            | Act::Correct { side, .. }
            | Act::LetStand { side, .. }
            | Act::Ask { side, .. }
            | Act::Agree { side, .. }
            | Act::Decline { side, .. } => Some(*side),
            Act::TakeBack { .. }
            | Act::Flag { .. }
            | Act::Forfeit { .. }
            | Act::Abandon { .. }
            | Act::Arbiter { .. }
            | Act::Result { .. }
            | Act::Pause { .. }
            | Act::Resume { .. } => None,
        }
    }

    /// The compensated network delay; for moves only.
    pub const fn lag_ms(&self) -> u64 {
        match self {
            Act::Move { lag_ms, .. } => *lag_ms,
            _ => 0,
        }
    }

    /// Whether its only possible effect is to end the game.
    pub const fn only_ends(&self) -> bool {
        matches!(
            self,
            Act::AcceptDraw { .. }
                | Act::Resign { .. }
                | Act::Abort { .. }
                | Act::Flag { .. }
                | Act::Forfeit { .. }
                | Act::Abandon { .. }
                | Act::Arbiter { .. }
                | Act::Result { .. }
        )
    }
}
