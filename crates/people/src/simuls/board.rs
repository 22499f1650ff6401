//! A board of a simul that has begun.

use damier_rules::Side;
use damier_session::ending::Ending;
use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::json_keys as keys;

/// A board: which game is played there, by whom, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The game. Its id stands here before it begins, so it is one game, however often it is begun.
    #[serde(with = "keys::game")]
    pub game: GameId,
    /// The number of the guest.
    pub guest: u32,
    /// The side of the host.
    pub host: Side,
    /// The key of the seat of the host at this board.
    #[serde(with = "keys::seat")]
    pub host_key: SeatKey,
    /// The key of the seat from which everybody may look on.
    #[serde(with = "keys::seat")]
    pub watch_key: SeatKey,
    /// How it ended.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// Whether it cannot be begun: an account that a rated game needs is gone, or its id is another game's.
    #[serde(default)]
    pub is_void: bool,
}

impl Board {
    /// Whether nothing is to come any more.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.is_void
    }
}

/// How the game of a board stands, as the store tells it for all boards at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStanding {
    /// The game, which has begun.
    pub game: GameId,
    /// How many events it has.
    pub version: u32,
    /// How it ended.
    pub ending: Option<Ending>,
    /// When its last event was, in Unix milliseconds; `None` where there is none yet, or where that cannot be read.
    pub last_ms: Option<u64>,
    /// Whether this program cannot read its last event or how it ended, as where a newer one has played on: then `ending` may be missing.
    pub is_unreadable: bool,
}

/// What the server has drawn for a board that is about to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The id of the game.
    pub game: GameId,
    /// The key of the host's seat.
    pub host_key: SeatKey,
    /// The key of the seat of those who look on.
    pub watch_key: SeatKey,
    /// The side that the lot gives to the host; it counts only where the colours are left to the lot.
    pub lot: Side,
}

/// What becomes of the games that go on when the host ends the simul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Unfinished {
    /// They go on, and count.
    GoOn,
    /// The host offers a draw at each of them. They go on until the guests have answered, and count.
    OfferDraw,
    /// They do not count. Those in which not both have moved end without a result; the others may be played to an end.
    LeaveOut,
}

impl Unfinished {
    /// For how long the word of the host is brought to the games that go on, in milliseconds. A draw is offered when it is the host's turn, so that
    /// takes as long as a guest thinks.
    pub const fn told_for_ms(self) -> u64 {
        match self {
            Unfinished::GoOn => 0,
            Unfinished::OfferDraw => 60 * 60 * 1_000,
            Unfinished::LeaveOut => 60 * 1_000,
        }
    }
}
