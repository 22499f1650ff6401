//! The port to the sign of life of the nodes: when some node could last take a move. The server asks it after a start or a failure, so that
//! the time of an outage costs no player anything. `damier-storage` implements it with a database, [`super::InMemoryJournal`] in memory.
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/journal.rs`):
//! - there is one pulse for all nodes, and it never goes back: an earlier time changes nothing;
//! - the time is a parameter.

use async_trait::async_trait;

use super::journal::JournalError;

/// The common sign of life of all nodes that share a journal.
#[async_trait]
pub trait Pulse: Send + Sync + 'static {
    /// Notes that a node could take moves at this moment, in Unix milliseconds.
    ///
    /// # Errors
    /// [`JournalError`] when the store does not answer; then no node that shares it can take moves.
    async fn beat(&self, now_ms: u64) -> Result<(), JournalError>;

    /// When a node could last take moves; `None` where none ever could.
    ///
    /// # Errors
    /// [`JournalError`] when the store does not answer.
    async fn last_beat_ms(&self) -> Result<Option<u64>, JournalError>;

    /// Whether other nodes may share the journal. Where none does, every start follows an outage.
    fn is_shared(&self) -> bool;
}
