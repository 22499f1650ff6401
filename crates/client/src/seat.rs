//! A seat at a live game that survives lost connections: it reconnects, requests the events that it
//! missed, and resends unanswered acts with the same id. A restart of the server loses no act.
//!
//! The handle is in this file, its task in `seat/task.rs`, and the state that frames update in
//! `seat/state.rs`.

mod state;
mod task;
mod update;

use std::time::Duration;

use damier_session::{CommandId, Want};
use damier_wire::live::Phrase;
pub(crate) use state::SeatState;
use task::{SeatRequest, SeatTask, UNREADABLE_PAUSE};
use tokio::sync::mpsc;
pub use update::{Update, Welcome};

use crate::address::ServerAddress;
use crate::random::{NoRandomness, SeatSecret, random_id};

/// A handle to a seat. Dropping it disconnects; acts already sent are still awaited for a few
/// seconds.
#[derive(Debug)]
pub struct SeatConnection {
    requests: mpsc::UnboundedSender<SeatRequest>,
    updates: mpsc::Receiver<Update>,
    /// An update that [`Self::begun`] read but did not consume.
    peeked: Option<Update>,
}

impl SeatConnection {
    /// Spawns the task that connects the seat.
    pub fn connect(server: ServerAddress, secret: SeatSecret) -> Self {
        Self::connect_with_pause(server, secret, UNREADABLE_PAUSE)
    }

    /// Like [`Self::connect`], with this pause before reconnecting to a server that cannot read the
    /// game.
    fn connect_with_pause(
        server: ServerAddress,
        secret: SeatSecret,
        unreadable_pause: Duration,
    ) -> Self {
        let (requests, receiver) = mpsc::unbounded_channel();
        let (state, updates) = SeatState::open();
        tokio::spawn(SeatTask::new(server, secret, receiver, state, unreadable_pause).run());
        Self {
            requests,
            updates,
            peeked: None,
        }
    }

    /// Sends an act. The answer is [`Update::Done`] or [`Update::Refused`], even if the connection
    /// is lost in between.
    ///
    /// # Errors
    /// The system provides no random numbers for the act's id.
    pub fn act(&self, want: Want) -> Result<CommandId, NoRandomness> {
        let id = random_id()?;
        // If the task has ended, the caller has received `Update::Gone`.
        let _ = self.requests.send(SeatRequest::Act(id, want));
        Ok(id)
    }

    /// Sends a chat phrase. Best effort: dropped while disconnected.
    pub fn say(&self, phrase: Phrase) {
        let _ = self.requests.send(SeatRequest::Say(phrase));
    }

    /// Returns the next update, or `None` after the last one. Cancel safe.
    pub async fn next(&mut self) -> Option<Update> {
        match self.peeked.take() {
            Some(update) => Some(update),
            None => self.updates.recv().await,
        }
    }

    /// Waits until the game has started. Returns false if the challenge was withdrawn or has
    /// expired. Cancel safe.
    pub async fn begun(&mut self) -> bool {
        if self.peeked.is_some() {
            return true;
        }
        loop {
            match self.updates.recv().await {
                Some(Update::Waiting { .. } | Update::Lost { .. }) => {}
                Some(Update::Gone { .. }) | None => return false,
                Some(update) => {
                    self.peeked = Some(update);
                    return true;
                }
            }
        }
    }

    /// Disconnects once all acts are answered, or after a few seconds.
    pub async fn leave(self) {
        let Self {
            requests,
            mut updates,
            ..
        } = self;
        drop(requests);
        while updates.recv().await.is_some() {}
    }
}

#[cfg(test)]
mod tests;
