//! Looking on at what a friend plays lasts as long as the two are friends and the friend lets friends look on. So whoever is in a room from such a
//! seat is shown out once the seat leads nowhere any more: at once where that was done on this node, and a few seconds later elsewhere.

use std::sync::Arc;
use std::time::Duration;

use damier_club::live::{JournalError, SeatKey, SeatRole};
use tokio::sync::broadcast;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::rooms::Rooms;

/// How often it is looked whether the seat still leads to the game.
const LOOK: Duration = Duration::from_secs(10);

/// Somebody who looks on at what a friend plays.
pub(crate) struct LookingOn {
    rooms: Arc<Rooms>,
    key: SeatKey,
    parted: broadcast::Receiver<()>,
    looks: Interval,
}

impl LookingOn {
    /// Whoever is in a room from a seat; `None` where that is not the seat of a friend who looks on.
    ///
    /// # Errors
    /// [`JournalError`] when the store does not answer.
    pub(crate) async fn from(
        rooms: &Arc<Rooms>,
        key: SeatKey,
        role: SeatRole,
    ) -> Result<Option<Self>, JournalError> {
        if role != SeatRole::Watcher || !rooms.store.is_friend_seat(&key).await? {
            return Ok(None);
        }
        // The first look is at once: they may have parted since the seat was looked up.
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Some(Self {
            rooms: rooms.clone(),
            key,
            parted: rooms.parted(),
            looks,
        }))
    }

    /// Waits until the seat leads nowhere any more. It may be dropped and waited for again.
    pub(crate) async fn is_over(&mut self) {
        loop {
            tokio::select! {
                // What was missed is no reason to look twice.
                _ = self.parted.recv() => {}
                _ = self.looks.tick() => {}
            }
            match self.rooms.store.seat(&self.key).await {
                Ok(Some(_)) => {}
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "it is not known now whether friends may look on"
                    );
                }
            }
        }
    }
}

/// Waits until whoever looks on may do so no longer; for ever where nobody does as a friend.
pub(crate) async fn is_over(looking_on: &mut Option<LookingOn>) {
    match looking_on {
        Some(looking_on) => looking_on.is_over().await,
        None => std::future::pending().await,
    }
}
