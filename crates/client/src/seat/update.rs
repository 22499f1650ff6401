//! Updates that a seat passes to the client.

use damier_session::{CommandId, Event, GameRecord, SeatRole, Side};
use damier_wire::live::{Phrase, Presence, RematchOffers, State};

/// An update that a seat passes to the client.
#[derive(Debug)]
pub enum Update {
    /// The challenge waits for an opponent.
    Waiting {
        /// When it expires, in Unix milliseconds.
        until_ms: u64,
    },
    /// The state of the game, after each connection.
    Welcome(Box<Welcome>),
    /// An event of the game.
    Event {
        /// The event.
        event: Event,
        /// The state after it.
        state: State,
    },
    /// An act is stored. Sent after the act's event, so that the board already shows it.
    Done {
        /// The act's id.
        id: CommandId,
    },
    /// An act was rejected.
    Refused {
        /// The act's id.
        id: CommandId,
        /// The error code.
        code: String,
        /// The reason, as text for a person.
        detail: String,
    },
    /// Which players are connected.
    Present(Presence),
    /// A chat phrase.
    Said {
        /// The sender's side.
        by: Side,
        /// The phrase.
        phrase: Phrase,
    },
    /// A rematch was offered, or has started.
    Rematch {
        /// The side that offered it.
        by: Side,
        /// The new game's id, once it has started.
        game: Option<String>,
    },
    /// The connection was lost, or the server cannot read the game. The seat reconnects without
    /// limit; in the second case once a minute, since another node or a newer version may read the
    /// game.
    Lost {
        /// The reason.
        reason: String,
        /// Whether a server was reached but cannot read the game.
        is_unreadable: bool,
    },
    /// The server does not know or does not admit the seat. This is the last update.
    Gone {
        /// The reason, as text for a person.
        detail: String,
    },
}

/// The first frame of a game after connecting.
#[derive(Debug)]
pub struct Welcome {
    /// The game's id.
    pub game: String,
    /// The role of the seat.
    pub role: SeatRole,
    /// The players, the variant and the other terms.
    pub setup: GameRecord,
    /// The events that this client had not received.
    pub events: Vec<Event>,
    /// The state after these events.
    pub state: State,
    /// Which players are connected.
    pub present: Presence,
    /// Rematch offers, once the game is over.
    pub rematch: Option<RematchOffers>,
}
