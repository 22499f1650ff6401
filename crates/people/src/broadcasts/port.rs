//! The port to the broadcasts. See the module for its rules.

use async_trait::async_trait;

use crate::broadcasts::id::{BroadcastId, BroadcastKey};
use crate::broadcasts::log::BoardLog;
use crate::broadcasts::settings::BroadcastSettings;
use crate::live::StoreError;

/// How long after its last change a broadcast is removed, in milliseconds: eight weeks.
pub const KEPT_MS: u64 = 8 * 7 * 24 * 60 * 60 * 1_000;

/// Broadcasts of one owner at most.
pub const MOST_BROADCASTS: u32 = 20;

/// Broadcasts of one server at most.
pub const MOST_ON_A_SERVER: u32 = 1_000;

/// A broadcast, without its boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptBroadcast {
    /// What it is called in addresses.
    pub id: BroadcastId,
    /// Who runs it.
    pub owner: BroadcastKey,
    /// What was agreed.
    pub settings: BroadcastSettings,
    /// When it was opened, in Unix milliseconds.
    pub made_ms: u64,
    /// When it was changed last.
    pub changed_ms: u64,
    /// The number of its last change; 1 at first.
    pub revision: u64,
    /// What its boards take, in bytes ([`BoardLog::bytes`]).
    pub bytes: u64,
}

/// What became of a broadcast that was to be opened or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opened {
    /// It is as it was asked for.
    Stored(KeptBroadcast),
    /// Somebody else's broadcast has the id.
    Taken,
    /// The owner has as many as there may be.
    TooMany,
    /// The server has.
    Full,
}

/// A board that is to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBoard {
    /// Of which round.
    pub round: u8,
    /// Its number in the round.
    pub number: u16,
    /// What it took before, in bytes; 0 for one that is new.
    pub took: u64,
    /// What it shows, and showed. An empty one is a board that was taken away.
    pub log: BoardLog,
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBoard {
    /// Of which round.
    pub round: u8,
    /// Its number in the round.
    pub number: u16,
    /// The revision of the broadcast in which it was changed last.
    pub revision: u64,
    /// What it shows, and showed.
    pub log: BoardLog,
}

/// What became of boards that were to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// They are; the broadcast has this revision now.
    At(u64),
    /// Somebody else was faster: look again.
    Late,
    /// The broadcast would take more than it may.
    TooLarge,
}

/// The broadcasts. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Broadcasts: Send + Sync + 'static {
    /// Opens a broadcast, or gives one other settings.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; doing it again is safe.
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<Opened, StoreError>;

    /// The broadcast with this id.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or it cannot be read.
    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<KeptBroadcast>, StoreError>;

    /// The broadcasts of an owner, that which was changed last first.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or one cannot be read.
    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<KeptBroadcast>, StoreError>;

    /// Stores boards on top of a revision. The broadcast may take `most_bytes`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn put_boards(
        &self,
        id: &BroadcastId,
        revision: u64,
        boards: &[NewBoard],
        most_bytes: u64,
        now_ms: u64,
    ) -> Result<Stored, StoreError>;

    /// The boards that were changed after a revision, of one round or of all, by round and number.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or one cannot be read.
    async fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Result<Vec<StoredBoard>, StoreError>;

    /// Removes a broadcast with its boards. Answers whether it was there.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError>;

    /// Removes the broadcasts that nobody has changed for long. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError>;
}
