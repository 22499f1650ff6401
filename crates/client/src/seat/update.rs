//! What a seat tells the program.

use damier_session::{CommandId, Event, GameRecord, SeatRole, Side};
use damier_wire::live::{Phrase, Presence, RematchOffers, State};

/// What a seat tells the program.
#[derive(Debug)]
pub enum Update {
    /// Nobody has taken the offer up yet.
    Waiting {
        /// Until when it waits, in Unix milliseconds.
        until_ms: u64,
    },
    /// The game as it stands, after each connecting.
    Welcome(Box<Welcome>),
    /// Something happened.
    Event {
        /// What.
        event: Event,
        /// What follows from it.
        standing: State,
    },
    /// An act is stored. Comes after the event that it made, so that the board already shows it.
    Done {
        /// Its id.
        id: CommandId,
    },
    /// An act was not done.
    Refused {
        /// Its id.
        id: CommandId,
        /// The code of the reason.
        code: String,
        /// The reason in words.
        detail: String,
    },
    /// Who is there.
    Present(Presence),
    /// Somebody said something.
    Said {
        /// Who.
        by: Side,
        /// What.
        phrase: Phrase,
    },
    /// A player wants another game, or it has begun.
    Rematch {
        /// Who.
        by: Side,
        /// The game, once it has begun.
        game: Option<String>,
    },
    /// The connection was lost, or led to a server that cannot read the game. It is opened again, without end; in the second case once a minute, since a
    /// newer server may read it.
    Lost {
        /// Why.
        reason: String,
        /// Whether a server was reached, and cannot read the game.
        is_unreadable: bool,
    },
    /// The server does not know the seat, or does not let it in; it is the last update.
    Gone {
        /// The reason in words.
        detail: String,
    },
}

/// The first frame of a game after connecting.
#[derive(Debug)]
pub struct Welcome {
    /// The id of the game.
    pub game: String,
    /// What the seat is for.
    pub role: SeatRole,
    /// What was agreed.
    pub setup: GameRecord,
    /// The events that were not told before.
    pub events: Vec<Event>,
    /// What follows from all of them.
    pub standing: State,
    /// Who is there.
    pub present: Presence,
    /// Who wants another game, once this one is over.
    pub rematch: Option<RematchOffers>,
}
