//! Stores the events of live games: one task takes the events that arrived while the last
//! transaction waited for the disk, and stores all of them in the next one. It answers once the
//! transaction is on the disk. Called by the journal.

use std::slice;
use std::sync::Arc;

use damier_people::StoreError;
use damier_people::library::LibraryError;
use damier_people::live::{AppendOutcome, JournalEntry};
use tokio::sync::{mpsc, oneshot};

use super::events;
use super::open::Connections;
use crate::error::failed;

/// The maximum number of events in one transaction. With more, the disk is not the bottleneck any
/// more.
const MAX_AT_ONCE: usize = 256;

/// The length of the task's queue; senders wait if it is full.
const MAX_WAITING: usize = 1_024;

/// The sender to the task, which ends when the last clone is dropped.
#[derive(Debug, Clone)]
pub(crate) struct GroupCommit {
    task: mpsc::Sender<Waiting>,
}

/// A queued event and the channel of its reply.
#[derive(Debug)]
struct Waiting {
    entry: JournalEntry,
    answer: oneshot::Sender<Result<AppendOutcome, StoreError>>,
}

impl GroupCommit {
    /// Starts the task in the caller's runtime.
    pub(crate) fn start(connections: Connections) -> GroupCommit {
        let (task, waiting) = mpsc::channel(MAX_WAITING);
        tokio::spawn(store_all(connections, waiting));
        GroupCommit { task }
    }

    /// Stores an event. If the caller stops waiting, the event may still be stored.
    pub(crate) async fn append(&self, entry: JournalEntry) -> Result<AppendOutcome, StoreError> {
        let (answer, stored) = oneshot::channel();
        let ended = || StoreError::Unavailable("the task that stores events has ended".into());
        let sent = self.task.send(Waiting { entry, answer }).await;
        sent.map_err(|_| ended())?;
        stored.await.map_err(|_| ended())?
    }
}

async fn store_all(connections: Connections, mut waiting: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::with_capacity(MAX_AT_ONCE);
    while waiting.recv_many(&mut batch, MAX_AT_ONCE).await > 0 {
        let stored = store(&connections, &batch).await;
        if batch.len() > 1 && matches!(stored, Err(LibraryError::Failed(_))) {
            // One of them is the cause, and must not fail the others.
            for waiting in batch.drain(..) {
                let alone = store(&connections, slice::from_ref(&waiting)).await;
                let outcome = alone.map_err(|error| for_each_of(&Arc::new(error)));
                let outcome = outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or_else(none));
                let _ = waiting.answer.send(outcome);
            }
            continue;
        }
        let mut stored = stored.map(Vec::into_iter).map_err(Arc::new);
        for Waiting { answer, .. } in batch.drain(..) {
            let outcome = match &mut stored {
                Ok(outcomes) => outcomes.next().unwrap_or_else(none),
                Err(error) => Err(for_each_of(error)),
            };
            // A caller that is gone retries with the same command.
            let _ = answer.send(outcome);
        }
    }
}

/// Stores events in one transaction: all of them, or none.
async fn store(
    connections: &Connections,
    batch: &[Waiting],
) -> Result<Vec<Result<AppendOutcome, StoreError>>, LibraryError> {
    let mut turn = connections.turn().await?;
    let stored = async {
        let mut tx = turn.begin().await?;
        let mut outcomes = Vec::with_capacity(batch.len());
        for waiting in batch {
            outcomes.push(events::append(&mut tx, &waiting.entry).await?);
        }
        tx.commit().await.map_err(failed)?;
        Ok(outcomes)
    };
    let stored = stored.await;
    turn.done(stored)
}

/// The reply to an event without a result.
fn none() -> Result<AppendOutcome, StoreError> {
    Err(StoreError::Unavailable("no answer".into()))
}

/// The shared error for each waiting caller.
fn for_each_of(error: &Arc<LibraryError>) -> StoreError {
    match **error {
        LibraryError::Full(_) => StoreError::Full(Box::new(Arc::clone(error))),
        LibraryError::Failed(_) => StoreError::Failed(Box::new(Arc::clone(error))),
        _ => StoreError::Unavailable(Box::new(Arc::clone(error))),
    }
}
