//! The port to the sign of life of the nodes: when some node could last take a move. The server asks it after a start or a failure, so that
//! the time of an outage costs no player anything; and to what nodes that share a store leave there for one another: signs of life of connected
//! players, and one clock for all. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in memory.
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/journal_contract`):
//! - there is one pulse for all nodes, and it never goes back: an earlier time changes nothing;
//! - the sign of life of a player never goes back either. It may be forgotten when the database breaks down, and is given again within seconds;
//! - the time is a parameter. The only clock that a store may have is the one that it tells of.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::live::journal::StoreError;

/// The common sign of life of all nodes that share a journal.
#[async_trait]
pub trait Heartbeat: Send + Sync + 'static {
    /// Notes that a node could take moves at this moment, in Unix milliseconds.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then no node that shares it can take moves.
    async fn beat(&self, now_ms: u64) -> Result<(), StoreError>;

    /// When a node could last take moves; `None` where none ever could.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError>;

    /// Whether other nodes may share the journal. Where none does, every start follows an outage.
    fn is_shared(&self) -> bool;

    /// Notes that players of these sides of a game were connected to a node at this moment. A store that is not shared need not keep it: its one
    /// node knows who is connected.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sign(&self, _game: GameId, _sides: &[Side], _now_ms: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// When a player of a side was last connected to a node; `None` where that is not known.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn last_sign_ms(&self, _game: GameId, _side: Side) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// What the clock of the store shows, in Unix milliseconds: the one by which all its nodes go. `None` where the store has none.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn time_ms(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
}
