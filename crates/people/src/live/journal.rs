//! The port to the journal of live games. See the module for the rules that every backend obeys. `damier-storage` implements it with a
//! database, [`crate::in_memory::InMemoryStore`] in memory; [`crate::live::LiveGame`] and the server call it.

use std::error::Error;

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::event::Event;
use damier_session::record::GameRecord;
use damier_session::seat::{LiveSeat, SeatKey, SeatRole};

use crate::live::owners::Owners;

/// What is agreed before a live game begins, under the id of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveSetup {
    /// Which game. Whoever begins it has drawn the id, and draws it once: so a game that is begun twice is one game.
    pub id: GameId,
    /// The record of the game before its first act: game, rules, settings, beginning.
    pub record: GameRecord,
}

/// A game as the journal knows it, without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// What was agreed.
    pub setup: LiveSetup,
    /// The number of the last event; 0 before the first.
    pub version: u32,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When the server must look at it, if nobody acts before: a flag that falls, a pause that is over. In Unix milliseconds.
    pub deadline_ms: Option<u64>,
}

/// An event to be stored, with what follows from it for those who look for games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalEntry {
    /// Which game.
    pub game: GameId,
    /// The event. Its number is one more than the version that the writer has seen.
    pub event: Event,
    /// How the game stands ended after it, if it does.
    pub ending: Option<Ending>,
    /// When the server must look at it after that.
    pub deadline_ms: Option<u64>,
}

/// What became of a game that was to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// It is stored now, with its seats.
    Stored,
    /// It was stored already, the same; nothing changed.
    Same,
    /// Another game has this id, another game has one of the seats, or an account is gone; nothing changed.
    Taken,
}

/// What became of an event that was to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is stored now.
    Stored,
    /// Its command was stored before, as this event; nothing changed.
    Same(Event),
    /// The game has another version than the one before this event; nothing changed.
    Stale {
        /// The version that it has.
        version: u32,
    },
    /// There is no such game.
    NoGame,
}

/// A game at which somebody must look, in the order of the deadlines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DueGame {
    /// Since when, in Unix milliseconds.
    pub deadline_ms: u64,
    /// Which game.
    pub game: GameId,
}

/// Where a game stands, without its record and its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStanding {
    /// Which game.
    pub game: GameId,
    /// How many events it has.
    pub version: u32,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When background work must look at it, if nobody acts before. In Unix milliseconds.
    pub deadline_ms: Option<u64>,
    /// When its last event was, in Unix milliseconds; `None` where there is none yet, or where that cannot be read.
    pub last_ms: Option<u64>,
    /// Whether this program cannot read its last event or how it ended, as where a newer one has played on: then `ending` may be missing.
    pub is_unreadable: bool,
}

/// A journal of live games. See the module for the rules that every backend obeys.
///
/// It can be held as `Arc<dyn Journal>`.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// Begins a game with these seats, whose sides belong to these accounts. All of it is stored, or nothing: not where one of the accounts is
    /// gone.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer; then the game may or may not be stored, and beginning it again is safe.
    async fn begin_owned(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        owners: &Owners,
        deadline_ms: Option<u64>,
    ) -> Result<Begun, StoreError>;

    /// Begins a game that belongs to no account.
    ///
    /// # Errors
    /// As [`Journal::begin_owned`].
    async fn begin(
        &self,
        setup: &LiveSetup,
        seats: &[LiveSeat],
        deadline_ms: Option<u64>,
    ) -> Result<Begun, StoreError> {
        self.begin_owned(setup, seats, &Owners::NOBODY, deadline_ms)
            .await
    }

    /// Adds a seat to a game: another device, a member of a team, those who watch. Answers whether the game has the seat now: not
    /// where there is no such game, or where the key is that of another seat.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer.
    async fn add_seat(&self, game: GameId, seat: &LiveSeat) -> Result<bool, StoreError>;

    /// The game and the role of the seat with this key.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer or the seat cannot be read.
    async fn seat(&self, key: &SeatKey) -> Result<Option<(GameId, SeatRole)>, StoreError>;

    /// Stores an event if the game has the version just before it.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer; then the event may or may not be stored, and storing the same command again
    /// tells.
    async fn append(&self, entry: &JournalEntry) -> Result<Appended, StoreError>;

    /// One game, without its events.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer or the game cannot be read.
    async fn find(&self, game: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The events of a game after this version, in order: at most `most` of them.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer or an event cannot be read.
    async fn since(&self, game: GameId, version: u32, most: u32) -> Result<Vec<Event>, StoreError>;

    /// The games whose deadline has come, the oldest deadline first, and by their ids where it is the same: at most `most` of them, beginning after
    /// `after`. Each stays due until an event gives it another deadline or none.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer.
    async fn due(
        &self,
        by_ms: u64,
        after: Option<DueGame>,
        most: u32,
    ) -> Result<Vec<DueGame>, StoreError>;

    /// Where those of these games stand that have begun, in the order of their ids. One that cannot be read is marked as such, with the others.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer.
    async fn standings_of(&self, games: &[GameId]) -> Result<Vec<GameStanding>, StoreError>;

    /// The games that go on, in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the journal does not answer.
    async fn running(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;
}

/// Why an operation of the journal failed. What the database or the system said is not in the text, but is the source of the error.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or not in time.
    #[error("the journal does not answer")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// There is no room left to store anything.
    #[error("there is no room left in the journal")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// It answers with an error that the same request would meet again, so nobody waits for it to go away.
    #[error("the journal cannot do this")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// It holds something that this program does not write.
    #[error("what the journal has of the game {game} cannot be read: {reason}")]
    Damaged {
        /// The id of the game, as far as it can be read.
        game: String,
        /// What was found and what was expected.
        reason: String,
    },
}
