//! Why an act is refused. Programs recognise a reason by its stable code; the page, the server and
//! the terminal show it as a sentence.

use damier_rules::Side;

use crate::act::{MAX_ACTS, MAX_GIFT_MS, MAX_LAG_MS, MAX_NON_MOVE_ACTS, MAX_TIME_MS};
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
    /// The time of the side to move is up, so the only act that can follow is the loss on time.
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
    /// The text fits several captures, which take different pieces.
    #[error("{text:?} fits several captures: {}", captures.join(", "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The captures with all their squares, at most six.
        captures: Vec<String>,
    },
    /// There is no open draw offer from the opponent.
    #[error("there is no open draw offer for {} to answer", .0.code())]
    NoOffer(Side),
    /// There already is an open draw offer, from this side or from the other one; it must be
    /// answered first.
    #[error("a draw offer is already open")]
    OfferStands,
    /// This side has already offered a draw in this turn.
    #[error("{} has already offered a draw in this turn", .0.code())]
    AlreadyOffered(Side),
    /// More plies would be taken back than were played, or none.
    #[error("cannot take back {found} of {played} plies")]
    TakeBack {
        /// The number of plies to take back.
        found: u32,
        /// Plies played.
        played: usize,
    },
    /// This game is played without the conduct rule that the act belongs to.
    #[error("this game is played without that conduct rule")]
    RuleNotInForce,
    /// Another piece was touched, and must be played.
    #[error("{} was touched and must be played", square)]
    Touched {
        /// Its square, in the game's own notation.
        square: String,
    },
    /// There is no such square, or none of the player's own pieces stands on it.
    #[error("{side} has no piece on {square:?}", side = side.code())]
    NothingToTouch {
        /// Who.
        side: Side,
        /// The text found, or its head.
        square: String,
    },
    /// The move was released, and released moves cannot be taken back in this game.
    #[error("a released move cannot be taken back")]
    Released,
    /// It is too early to offer a draw.
    #[error("a draw can be offered once both sides have made {from_move} moves")]
    TooEarly {
        /// Moves of each side before an offer.
        from_move: u16,
    },
    /// Each side has made its first move, so the game is to be resigned or played on.
    #[error("each side has made its first move")]
    TooLateToAbort,
    /// This is not an irregular move.
    #[error("no irregular move: {0}")]
    NotIrregular(#[from] NotIrregular),
    /// The opponent has made no irregular move, or a move has been played since.
    #[error("the opponent has made no irregular move that can be corrected")]
    NoFault,
    /// The game has no clock.
    #[error("the game has no clock")]
    NoClock,
    /// A side would lose on time but still has some left.
    #[error("{} has {left_ms} ms left", side.code())]
    TimeLeft {
        /// The side.
        side: Side,
        /// What it has left.
        left_ms: u64,
    },
    /// The time of the act is too late to be a real date.
    #[error("the time of an act is at most {MAX_TIME_MS} ms, found {found_ms}")]
    Time {
        /// The time found.
        found_ms: u64,
    },
    /// The record is full. One last place is reserved so that every game can be ended.
    #[error(
        "a game has at most {MAX_ACTS} acts, and the last place is reserved for one that ends \
         it, such as a resignation"
    )]
    TooManyActs,
    /// The time of the act is earlier than that of the act before it.
    #[error("time cannot run backward: the last event was at {last_ms} ms, found {found_ms} ms")]
    TimeRunsBackward {
        /// The time of the last act, or of the beginning.
        last_ms: u64,
        /// The time found.
        found_ms: u64,
    },
    /// The players sit apart, and both must agree to this.
    #[error("the players sit apart, so the opponent must agree first")]
    NeedsConsent,
    /// The players sit together and need not ask.
    #[error("the players sit together, so no request is needed")]
    NoConsentNeeded,
    /// This side already has an open request.
    #[error("{} already has an open request", .0.code())]
    RequestStands(Side),
    /// This side has already asked for this in the same turn, and the opponent declined.
    #[error("{} has already asked for that in this turn", .0.code())]
    AlreadyAsked(Side),
    /// The move was meant for another position of the game.
    #[error("the move was made after {meant} plies, but {played} have been played")]
    AnotherPosition {
        /// After how many plies it is meant.
        meant: u32,
        /// How many plies are played.
        played: u32,
    },
    /// This side has reached the limit of acts other than moves.
    #[error(
        "{} has asked, offered and touched {MAX_NON_MOVE_ACTS} times in this game, and can only \
         move, answer and end it",
        .0.code()
    )]
    Enough(Side),
    /// The opponent has replaced the request meanwhile.
    #[error("the opponent has made another request")]
    AnotherRequest,
    /// There is no open request from the opponent.
    #[error("there is no open request for {} to answer", .0.code())]
    NoRequest(Side),
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// The pause asked for is too long, or has no length.
    #[error("a pause lasts 1 to {MAX_PAUSE_MS} ms, found {found_ms}")]
    PauseLength {
        /// The length found.
        found_ms: u64,
    },
    /// The time asked for is too much, or none.
    #[error("a side is given 1 to {MAX_GIFT_MS} ms, found {found_ms}")]
    Gift {
        /// The time found.
        found_ms: u64,
    },
    /// The network delay of a move is longer than the limit.
    #[error("at most {MAX_LAG_MS} ms of network delay are compensated, found {found_ms}")]
    Lag {
        /// The time found.
        found_ms: u64,
    },
    /// The sender of the command has no right to do this.
    #[error("{} is not entitled to do this", .0.code())]
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
            ActError::Ambiguous { .. } => "ambiguous",
            ActError::NoOffer(_) => "no-offer",
            ActError::OfferStands => "offer-stands",
            ActError::AlreadyOffered(_) => "already-offered",
            ActError::TakeBack { .. } => "nothing-to-take-back",
            ActError::RuleNotInForce => "conduct-rule-not-in-force",
            ActError::Touched { .. } => "touched-is-played",
            ActError::NothingToTouch { .. } => "nothing-to-touch",
            ActError::Released => "released-stands",
            ActError::TooEarly { .. } => "too-early-to-offer",
            ActError::TooLateToAbort => "too-late-to-abort",
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
            ActError::AnotherPosition { .. } => "another-position",
            ActError::Enough(_) => "enough",
            ActError::AnotherRequest => "another-request",
            ActError::NoRequest(_) => "no-request",
            ActError::Paused => "game-paused",
            ActError::NotPaused => "game-not-paused",
            ActError::PauseLength { .. } => "pause-out-of-range",
            ActError::Gift { .. } => "gift-out-of-range",
            ActError::Lag { .. } => "lag-out-of-range",
            ActError::NotEntitled(_) => "not-entitled",
        }
    }
}
