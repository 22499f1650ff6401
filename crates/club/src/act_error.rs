//! Why an act is refused. The session gives these reasons; doors word them, and find them by their
//! stable codes.

use damier_rules::Side;

use crate::act::{MAX_ACTS, MAX_TIME_MS};
use crate::command::Actor;
use crate::conduct::NotIrregular;
use crate::ending::Ending;
use crate::request::MAX_PAUSE_MS;

/// Why an act is not possible now. The session is unchanged then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// The game is over.
    #[error("the game is over: {}", .0.reason.code())]
    Over(Ending),
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
        "a game has at most {MAX_ACTS} acts, and the last place is kept for one that ends it, such \
         as a resignation"
    )]
    TooManyActs,
    /// The act is stamped earlier than the one before it.
    #[error("time cannot run backward: the game has come to {last_ms} ms, found {found_ms} ms")]
    TimeRunsBackward {
        /// The time of the last act, or of the beginning.
        last_ms: u64,
        /// The time found.
        found_ms: u64,
    },
    /// The players sit apart, and this needs the consent of both.
    #[error("the players sit apart, so the opponent is to be asked first")]
    NeedsConsent,
    /// The players sit together, and nobody has to be asked.
    #[error("the players sit together, so nothing has to be asked")]
    NoConsentNeeded,
    /// A request of this side stands already.
    #[error("a request of {} stands already", .0.code())]
    RequestStands(Side),
    /// This side has asked for the same in this turn, and it was declined.
    #[error("{} has asked for that already in this turn", .0.code())]
    AlreadyAsked(Side),
    /// No request of the opponent stands.
    #[error("no request stands that {} could answer", .0.code())]
    NoRequest(Side),
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// A pause is to be too long, or no time at all.
    #[error("a pause lasts 1 to {MAX_PAUSE_MS} ms, found {found_ms}")]
    PauseLength {
        /// The length found.
        found_ms: u64,
    },
    /// Somebody wants what is not for him to do.
    #[error("that is not for {} to do", .0.code())]
    NotEntitled(Actor),
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
            ActError::TimeRunsBackward { .. } => "time-runs-backward",
            ActError::NeedsConsent => "needs-consent",
            ActError::NoConsentNeeded => "no-consent-needed",
            ActError::RequestStands(_) => "request-stands",
            ActError::AlreadyAsked(_) => "already-asked",
            ActError::NoRequest(_) => "no-request",
            ActError::Paused => "game-paused",
            ActError::NotPaused => "game-not-paused",
            ActError::PauseLength { .. } => "pause-out-of-range",
            ActError::NotEntitled(_) => "not-entitled",
        }
    }
}
