//! The port for the journal of live games. See the parent module for the rules that every backend
//! obeys. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in
//! memory; [`crate::live::LiveGame`] and the server call it.

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::event::Event;
use damier_session::record::GameRecord;
use damier_session::seat::{LiveSeat, SeatKey, SeatRole};

use crate::StoreError;
use crate::live::owners::Owners;

/// The setup of a live game before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveSetup {
    /// The game's id, drawn once by the caller, so that beginning a game twice makes one game.
    pub id: GameId,
    /// The record before the first act: variant, rules, settings, initial position.
    pub record: GameRecord,
}

/// A game in the journal, without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its setup.
    pub setup: LiveSetup,
    /// The number of the last event; 0 before the first.
    pub version: u32,
    /// Its ending, if it is over.
    pub ending: Option<Ending>,
    /// When the server must process the game if no command arrives before: a flag fall, the end of
    /// a pause. In Unix milliseconds.
    pub deadline_ms: Option<u64>,
}

/// An event to store, with derived columns for searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalEntry {
    /// The game's id.
    pub game: GameId,
    /// The event. Its number is one more than the version that the writer has read.
    pub event: Event,
    /// The ending of the game after it, if it is over.
    pub ending: Option<Ending>,
    /// The deadline of the game after it.
    pub deadline_ms: Option<u64>,
}

/// The outcome of beginning a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeginOutcome {
    /// It is stored with its seats.
    Stored,
    /// The same game was stored before; nothing changed.
    Same,
    /// Another game has this id or one of the seats, or an account is deleted; nothing changed.
    Taken,
}

/// The outcome of storing an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendOutcome {
    /// It is stored.
    Stored,
    /// Its command was stored before as this event; nothing changed.
    Same(Event),
    /// The game's version is not the one before this event; nothing changed.
    Stale {
        /// The current version.
        version: u32,
    },
    /// There is no such game.
    NoGame,
}

/// A game whose deadline has passed, sorted by deadline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DueGame {
    /// The deadline, in Unix milliseconds.
    pub deadline_ms: u64,
    /// The game's id.
    pub game: GameId,
}

/// The state of a game without its record and events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStanding {
    /// The game's id.
    pub game: GameId,
    /// The number of its events.
    pub version: u32,
    /// Its ending, if it is over.
    pub ending: Option<Ending>,
    /// When background work must process it if no command arrives before, in Unix milliseconds.
    pub deadline_ms: Option<u64>,
    /// When its last event was stored, in Unix milliseconds; `None` without events, or if it cannot
    /// be read.
    pub last_ms: Option<u64>,
    /// Whether this version cannot read its last event or ending, written by a newer one: then
    /// `ending` may be missing.
    pub is_unreadable: bool,
}

/// A journal of live games. See the module for the rules that every backend obeys.
///
/// Dyn-compatible: usable as `Arc<dyn Journal>`.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// Begins a game with these seats, whose sides belong to these accounts, atomically. Stores
    /// nothing if one of the accounts is deleted.
    ///
    /// # Errors
    /// [`StoreError`] when the journal is unavailable; then the game may or may not be stored, and
    /// retrying is safe.
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<BeginOutcome, StoreError>;

    /// Begins a game whose sides belong to no accounts.
    ///
    /// # Errors
    /// As [`Journal::begin_owned`].
    async fn begin(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        deadline_ms: Option<u64>,
    ) -> Result<BeginOutcome, StoreError> {
        self.begin_owned(setup, seats, &Owners::NO_OWNERS, deadline_ms)
            .await
    }

    /// Adds a seat to a game: for another device, a member of a team, or spectators. Returns
    /// whether the game has the seat: not if the game does not exist, or the key is another seat's.
    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError>;

    /// The game and the role of the seat with this key.
    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError>;

    /// Stores an event if the game has the version just before it.
    ///
    /// # Errors
    /// [`StoreError`] when the journal is unavailable; then the event may or may not be stored, and
    /// retrying the same command is safe.
    async fn append(&self, entry: &JournalEntry) -> Result<AppendOutcome, StoreError>;

    /// One game, without its events.
    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The events of a game after this version, in order: at most `most` of them.
    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError>;

    /// Games whose deadline has passed, oldest first, then by id: at most `most` of them, starting
    /// after `after`. A game stays due until an event changes its deadline.
    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError>;

    /// The states of those of these games that have begun, in the order of their ids. One that
    /// cannot be read is marked.
    async fn standings_of(&self, games: &[GameId]) -> Result<Vec<GameStanding>, StoreError>;

    /// Unfinished games in the order of their ids: at most `most` of them, starting after `after`.
    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;
}
