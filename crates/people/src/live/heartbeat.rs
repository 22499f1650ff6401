//! The port for heartbeats of nodes: when any node could last accept moves. After a start or
//! failure the server uses it to compensate players for the outage. Nodes that share a store also
//! use it to share when players were last seen connected, and one clock. `damier-storage`
//! implements it with a database, [`crate::in_memory::InMemoryStore`] in memory.
//!
//! Rules of the port, the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/journal_contract`):
//! - there is one heartbeat for all nodes, and it never goes back: an earlier time changes nothing;
//! - the last-seen times of players never go back either. A database crash may lose them; nodes
//!   store them again within seconds;
//! - the time is a parameter. The only clock of a store is the one it reports.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::StoreError;

/// The common heartbeat of all nodes that share a journal.
#[async_trait]
pub trait Heartbeat: Send + Sync + 'static {
    /// Records that a node could accept moves at this time, in Unix milliseconds.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then no node that shares it can accept moves.
    async fn record_heartbeat(&self, now_ms: u64) -> Result<(), StoreError>;

    /// Writes as much as the events of some games need, and removes it, to prove that moves can be
    /// stored again. A heartbeat alone overwrites what is there, which succeeds on a full disk too.
    ///
    /// # Errors
    /// [`StoreError`] as long as moves could not be stored.
    async fn probe_disk_space(&self) -> Result<(), StoreError>;

    /// When a node could last accept moves; `None` if never.
    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError>;

    /// Whether other nodes may share the journal. If none can, every start follows an outage.
    fn is_shared(&self) -> bool;

    /// Records that players of these sides of a game were connected at this time. A store that is
    /// not shared may ignore it: its only node knows who is connected.
    async fn store_last_seen(
        &self,
        _game: GameId,
        _sides: &[Side],
        _now_ms: u64,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    /// When a player of a side was last connected to a node; `None` if unknown.
    async fn last_seen_ms(&self, _game: GameId, _side: Side) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// The store's clock in Unix milliseconds, used by all its nodes. `None` if the store has none.
    async fn time_ms(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
}
