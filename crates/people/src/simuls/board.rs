//! A board of a simul that has begun.

use damier_rules::Side;
use damier_session::ending::Ending;
use damier_session::{GameId, SeatKey};
use serde::{Deserialize, Serialize};

use crate::json_keys as keys;

/// A board: its game, guest and ending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The game's id. Stored before the game begins, so that beginning it repeatedly makes one
    /// game.
    #[serde(with = "keys::game")]
    pub game: GameId,
    /// The number of the guest.
    pub guest: u32,
    /// The host's side.
    pub host: Side,
    /// The key of the host's seat at this board.
    #[serde(with = "keys::seat")]
    pub host_key: SeatKey,
    /// The key of the spectators' seat.
    #[serde(with = "keys::seat")]
    pub watch_key: SeatKey,
    /// Its ending.
    #[serde(default)]
    pub ending: Option<Ending>,
    /// Whether it cannot begin: an account required by a rated game is deleted, or its id is
    /// another game's.
    #[serde(default)]
    pub is_void: bool,
}

impl Board {
    /// Whether the board is finished.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.is_void
    }
}

/// The state of a board's game, as read for all boards at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStanding {
    /// The game's id; it has begun.
    pub game: GameId,
    /// The number of its events.
    pub version: u32,
    /// Its ending.
    pub ending: Option<Ending>,
    /// When its last event was stored, in Unix milliseconds; `None` without events, or if it cannot
    /// be read.
    pub last_ms: Option<u64>,
    /// Whether this version cannot read its last event or ending, written by a newer one: then
    /// `ending` may be missing.
    pub is_unreadable: bool,
}

/// Random values for a board about to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The game's id.
    pub game: GameId,
    /// The key of the host's seat.
    pub host_key: SeatKey,
    /// The key of the spectators' seat.
    pub watch_key: SeatKey,
    /// The host's side by coin toss, used only with random colours.
    pub drawn_colour: Side,
}

/// What happens to unfinished games when the host ends the simul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Unfinished {
    /// They continue and count.
    GoOn,
    /// The host offers a draw in each. They continue until the guests answer, and count.
    OfferDraw,
    /// They do not count. Games in which not both have moved are aborted; the others may be
    /// finished.
    LeaveOut,
}

impl Unfinished {
    /// How long the host's decision is applied to unfinished games, in milliseconds. A draw is
    /// offered at the host's turn, which may take as long as a guest thinks.
    pub const fn announced_for_ms(self) -> u64 {
        match self {
            Unfinished::GoOn => 0,
            Unfinished::OfferDraw => 60 * 60 * 1_000,
            Unfinished::LeaveOut => 60 * 1_000,
        }
    }
}
