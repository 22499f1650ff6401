//! What is done in a game, one act after another: as it is kept in a record, and why it may be
//! refused. The session performs acts; the record lists them; the doors word the refusals.

use damier_rules::{Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::conduct::NotIrregular;
use crate::words;

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
#[cfg_attr(feature = "ts", ts(rename = "GameAct"))]
pub enum Act {
    /// A move.
    Move {
        /// Who played it.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// The move in the game's own notation, written long where the short form is ambiguous.
        #[serde(rename = "move")]
        text: String,
        /// When.
        at_ms: u64,
    },
    /// The side to move offers a draw. The offer stands until it is answered, or until the opponent
    /// moves.
    OfferDraw {
        /// Who offers.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent accepts: the game is drawn.
    AcceptDraw {
        /// Who accepts.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent declines.
    DeclineDraw {
        /// Who declines.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The last moves are taken back, and with them everything that followed: offers, and the end of
    /// the game. The clock shows again what it showed before them.
    TakeBack {
        /// How many moves of either side.
        plies: u32,
        /// When.
        at_ms: u64,
    },
    /// A side resigns; it may do so at any time.
    Resign {
        /// Who resigns.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// A side's time is up.
    Flag {
        /// Whose time.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When that was seen.
        at_ms: u64,
    },
    /// The side to move touches one of its pieces. If the game keeps the custom, the piece can move,
    /// and *j'adoube* was not said, it is to be played.
    Touch {
        /// Who touches.
        #[serde(with = "words")]
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
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// An irregular move: something is done on the board that no rule allows.
    Irregular {
        /// Who does it; not always the side to move.
        #[serde(with = "words")]
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
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The opponent lets an irregular move stand. His own next move says the same.
    LetStand {
        /// Who lets it stand.
        #[serde(with = "words")]
        #[cfg_attr(feature = "ts", ts(type = "Side"))]
        side: Side,
        /// When.
        at_ms: u64,
    },
    /// The game goes on after an interruption: the present turn begins anew on the clock.
    Resume {
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
            | Act::Resume { at_ms } => *at_ms,
        }
    }

    /// Whether it can do nothing but end the game.
    pub const fn only_ends(&self) -> bool {
        matches!(
            self,
            Act::AcceptDraw { .. } | Act::Resign { .. } | Act::Flag { .. }
        )
    }
}

/// Why an act cannot be done now. The session is unchanged then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// The game is over.
    #[error("the game is over: {}", .0.reason.code())]
    Over(Outcome),
    /// It is the other side's turn.
    #[error("it is not the turn of {}", .0.code())]
    NotYourTurn(Side),
    /// The time of the side to move is up; only its flag can follow.
    #[error("the time of {} is up", .0.code())]
    TimeIsUp(Side),
    /// The text is no legal move here.
    #[error("cannot play {text:?}: {reason}")]
    Move {
        /// The text, or its head where it is too long.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No offer of the opponent stands.
    #[error("no offer of a draw stands that {} could answer", .0.code())]
    NoOffer(Side),
    /// An offer stands already, of this side or of the other; it is to be answered.
    #[error("an offer of a draw stands already")]
    OfferStands,
    /// This side has offered a draw already in this turn.
    #[error("{} has offered a draw already in this turn", .0.code())]
    AlreadyOffered(Side),
    /// More moves are to be taken back than were played, or none.
    #[error("cannot take back {found} of {played} plies")]
    TakeBack {
        /// Plies to be taken back.
        found: u32,
        /// Plies played.
        played: usize,
    },
    /// The game does not keep the custom that the act belongs to.
    #[error("this game does not keep that custom")]
    NotKept,
    /// Another piece was touched, and is to be played.
    #[error("{} was touched and is to be played", square)]
    Touched {
        /// Its square, in the game's own notation.
        square: String,
    },
    /// There is no such square, or no piece of one's own on it.
    #[error("{side} has no piece on {square:?}", side = side.code())]
    NothingToTouch {
        /// Who.
        side: Side,
        /// The text found, or its head.
        square: String,
    },
    /// A released move stands.
    #[error("a move that was released stands")]
    Released,
    /// It is too early to offer a draw.
    #[error("a draw is offered once both sides have made {from_move} moves")]
    TooEarly {
        /// Moves of each side before an offer.
        from_move: u16,
    },
    /// What was done is no irregular move.
    #[error("no irregular move: {0}")]
    NotIrregular(#[from] NotIrregular),
    /// The opponent has done nothing irregular, or it has been covered by a move.
    #[error("no irregular move of the opponent is open to correction")]
    NoFault,
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
    /// A side is to lose on time, and has some left.
    #[error("{} has {left_ms} ms left", side.code())]
    TimeLeft {
        /// The side.
        side: Side,
        /// What it has left.
        left_ms: u64,
    },
    /// The time of the act is beyond every calendar.
    #[error("the time of an act is at most {MAX_TIME_MS} ms, found {found_ms}")]
    Time {
        /// The time found.
        found_ms: u64,
    },
    /// The record is full, but for the last place, which is kept so that every game can be ended.
    #[error(
        "a game has at most {} acts, and the last place is kept for one that ends it: \
         a draw accepted, a resignation, or time that is up",
        crate::record::MAX_ACTS
    )]
    TooManyActs,
}

impl ActError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            ActError::Over(_) => "game-over",
            ActError::NotYourTurn(_) => "not-your-turn",
            ActError::TimeIsUp(_) => "time-is-up",
            ActError::Move { .. } => "not-legal",
            ActError::NoOffer(_) => "no-offer",
            ActError::OfferStands => "offer-stands",
            ActError::AlreadyOffered(_) => "already-offered",
            ActError::TakeBack { .. } => "nothing-to-take-back",
            ActError::NotKept => "custom-not-kept",
            ActError::Touched { .. } => "touched-is-played",
            ActError::NothingToTouch { .. } => "nothing-to-touch",
            ActError::Released => "released-stands",
            ActError::TooEarly { .. } => "too-early-to-offer",
            ActError::NotIrregular(_) => "not-irregular",
            ActError::NoFault => "nothing-irregular",
            ActError::NoClock => "no-clock",
            ActError::TimeLeft { .. } => "time-left",
            ActError::Time { .. } => "time-out-of-range",
            ActError::TooManyActs => "too-many-acts",
        }
    }
}
