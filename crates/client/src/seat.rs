//! A seat at a live game that is kept: it connects again whenever the connection is lost, asks for what it has missed, and sends what was not
//! answered again, with the same id. So a server that was restarted costs a moment and no act.
//!
//! This file has what a program holds; the task behind it is in `seat/keeper.rs`, what it makes of the frames in `seat/ear.rs`.

mod ear;
mod keeper;
mod update;

use std::time::Duration;

use damier_session::{CommandId, Want};
use damier_wire::live::Phrase;
pub(crate) use ear::Ear;
use keeper::{Keeper, UNREADABLE, Wish};
use tokio::sync::mpsc;
pub use update::{Update, Welcome};

use crate::address::ServerAddress;
use crate::dice::{NoDice, SeatSecret, random_id};

/// A seat. Dropping it leaves the game's room; what was sent is still answered for a moment.
#[derive(Debug)]
pub struct HeldSeat {
    wishes: mpsc::UnboundedSender<Wish>,
    updates: mpsc::Receiver<Update>,
    /// An update that was looked at and not taken.
    first: Option<Update>,
}

impl HeldSeat {
    /// Sits down: connects in a task of its own.
    pub fn sit(server: ServerAddress, secret: SeatSecret) -> Self {
        Self::sit_patiently(server, secret, UNREADABLE)
    }

    /// Sits down, and waits so long for a server that can read the game.
    fn sit_patiently(server: ServerAddress, secret: SeatSecret, unreadable: Duration) -> Self {
        let (wishes, wished) = mpsc::unbounded_channel();
        let (ear, updates) = Ear::open();
        tokio::spawn(Keeper::new(server, secret, wished, ear, unreadable).keep());
        Self {
            wishes,
            updates,
            first: None,
        }
    }

    /// Wants something done; the answer comes as [`Update::Done`] or [`Update::Refused`], however often the connection is lost meanwhile.
    ///
    /// # Errors
    /// The system has no random numbers for an id.
    pub fn act(&self, want: Want) -> Result<CommandId, NoDice> {
        let id = random_id()?;
        // A seat that is gone has told so.
        let _ = self.wishes.send(Wish::Act(id, want));
        Ok(id)
    }

    /// Says something to the others at the board; it is lost where there is no connection.
    pub fn say(&self, phrase: Phrase) {
        let _ = self.wishes.send(Wish::Say(phrase));
    }

    /// The next update; `None` after the last one. May be given up at any time without losing one.
    pub async fn next(&mut self) -> Option<Update> {
        match self.first.take() {
            Some(update) => Some(update),
            None => self.updates.recv().await,
        }
    }

    /// Waits until the game has begun. Answers false where it will not: the offer was withdrawn, or its time is over. May be given up at
    /// any time.
    pub async fn begun(&mut self) -> bool {
        if self.first.is_some() {
            return true;
        }
        loop {
            match self.updates.recv().await {
                Some(Update::Waiting { .. } | Update::Lost { .. }) => {}
                Some(Update::Gone { .. }) | None => return false,
                Some(update) => {
                    self.first = Some(update);
                    return true;
                }
            }
        }
    }

    /// Leaves, once what was sent is answered, or after a few seconds.
    pub async fn leave(self) {
        let Self {
            wishes,
            mut updates,
            ..
        } = self;
        drop(wishes);
        while updates.recv().await.is_some() {}
    }
}

#[cfg(test)]
mod tests;
