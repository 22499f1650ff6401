//! The port for broadcasts, with tables of its own: their boards take up to megabytes, many change
//! at once with the revision of the broadcast, and spectators read those after a revision. See the
//! parent module for its rules.

use async_trait::async_trait;

use crate::StoreError;
use crate::broadcasts::id::{BroadcastId, BroadcastKey};
use crate::broadcasts::log::BoardLog;
use crate::broadcasts::settings::BroadcastSettings;

/// How long after its last change a broadcast is removed, in milliseconds: eight weeks.
pub const KEPT_MS: u64 = 8 * 7 * 24 * 60 * 60 * 1_000;

/// The maximum number of broadcasts of one owner.
pub const MAX_BROADCASTS: u32 = 20;

/// The maximum number of broadcasts of one server.
pub const MAX_ON_A_SERVER: u32 = 1_000;

/// A broadcast, without its boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBroadcast {
    /// Its id in addresses.
    pub id: BroadcastId,
    /// The key of its owner.
    pub owner: BroadcastKey,
    /// Its settings.
    pub settings: BroadcastSettings,
    /// When it was opened, in Unix milliseconds.
    pub made_ms: u64,
    /// When it was changed last.
    pub changed_ms: u64,
    /// The number of its last change; 1 at first.
    pub revision: u64,
    /// The size of its boards in bytes ([`BoardLog::bytes`]).
    pub bytes: u64,
}

/// The outcome of opening or changing a broadcast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenOutcome {
    /// Stored as requested.
    Stored(StoredBroadcast),
    /// Another owner's broadcast has the id.
    Taken,
    /// The owner has the maximum number.
    TooMany,
    /// The server has the maximum number.
    Full,
}

/// A board to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBoard {
    /// Its round.
    pub round: u8,
    /// Its number in the round.
    pub number: u16,
    /// Its previous size in bytes; 0 for a new board.
    pub took: u64,
    /// Its changes. An empty log means that the board was removed.
    pub log: BoardLog,
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBoard {
    /// Its round.
    pub round: u8,
    /// Its number in the round.
    pub number: u16,
    /// The revision of the broadcast in which it last changed.
    pub revision: u64,
    /// Its changes.
    pub log: BoardLog,
}

/// The outcome of storing boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// Stored; the broadcast has this revision.
    At(u64),
    /// The revision is outdated: read again and retry.
    Late,
    /// The broadcast would exceed its maximum size.
    TooLarge,
}

/// The broadcasts. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Broadcasts: Send + Sync + 'static {
    /// Opens a broadcast, or changes the settings of an existing one.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn open_broadcast(
        &self,
        id: &BroadcastId,
        owner: &BroadcastKey,
        settings: &BroadcastSettings,
        now_ms: u64,
    ) -> Result<OpenOutcome, StoreError>;

    /// The broadcast with this id.
    async fn broadcast(
        &self,
        id: &BroadcastId,
        now_ms: u64,
    ) -> Result<Option<StoredBroadcast>, StoreError>;

    /// The broadcasts of an owner, most recently changed first.
    async fn broadcasts_of(
        &self,
        owner: &BroadcastKey,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError>;

    /// All broadcasts in the order of their ids: at most `most` of them, starting after `after`.
    async fn all_broadcasts(
        &self,
        after: Option<&BroadcastId>,
        most: u32,
        now_ms: u64,
    ) -> Result<Vec<StoredBroadcast>, StoreError>;

    /// Stores boards on top of a revision, if the broadcast stays within `most_bytes`.
    async fn put_boards(
        &self,
        id: &BroadcastId,
        revision: u64,
        boards: &[NewBoard],
        most_bytes: u64,
        now_ms: u64,
    ) -> Result<Stored, StoreError>;

    /// The boards that were changed after a revision, of one round or of all, by round and number.
    async fn boards(
        &self,
        id: &BroadcastId,
        round: Option<u8>,
        after: u64,
    ) -> Result<Vec<StoredBoard>, StoreError>;

    /// Removes a broadcast with its boards. Returns whether it existed.
    async fn end_broadcast(&self, id: &BroadcastId) -> Result<bool, StoreError>;

    /// Removes expired broadcasts. Returns their number.
    async fn sweep_broadcasts(&self, now_ms: u64) -> Result<u64, StoreError>;
}
