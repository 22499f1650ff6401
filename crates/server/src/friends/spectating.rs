//! A friend may spectate as long as the two are friends and the player allows it. Afterwards the
//! connection of such a seat is closed: at once if the change was made on this node, within seconds
//! elsewhere.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::StoreError;
use damier_session::{SeatKey, SeatRole};
use tokio::sync::broadcast;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::live::actors::GameActors;

/// How often it is looked whether the seat still leads to the game.
const LOOK: Duration = Duration::from_secs(10);

/// How soon it is looked again where the store has not answered.
const AGAIN: Duration = Duration::from_secs(1);

/// Connection of a friend who spectates.
pub(crate) struct SpectatorRight {
    actors: Arc<GameActors>,
    key: SeatKey,
    parted: broadcast::Receiver<()>,
    looks: Interval,
    /// Whether it is time to look, and the store has not answered since.
    due: bool,
}

impl SpectatorRight {
    /// `None` if the seat is not that of a friend who spectates.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    pub(crate) async fn from(
        actors: &Arc<GameActors>,
        key: SeatKey,
        role: SeatRole,
    ) -> Result<Option<Self>, StoreError> {
        if role != SeatRole::Watcher || !actors.ports.addressees.is_friend_seat(&key).await? {
            return Ok(None);
        }
        // The first look is at once: they may have parted since the seat was looked up.
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Some(Self {
            actors: actors.clone(),
            key,
            parted: actors.subscribe_unfriended(),
            looks,
            due: false,
        }))
    }

    /// Waits until it is time to look. It may be dropped at any moment and waited for again: that
    /// it is time is remembered until the store has answered.
    async fn is_due(&mut self) {
        if !self.due {
            tokio::select! {
                // What was missed is no reason to look twice.
                _ = self.parted.recv() => {}
                _ = self.looks.tick() => {}
            }
            self.due = true;
        }
    }

    /// Looks whether the seat leads nowhere any more.
    async fn is_over(&mut self) -> bool {
        let found = self.actors.ports.journal.seat(&self.key).await;
        self.due = false;
        match found {
            Ok(seat) => seat.is_none(),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot check whether a friend may still spectate"
                );
                self.looks.reset_after(AGAIN);
                false
            }
        }
    }
}

/// Waits until the permission is to be checked; forever if there is none to check. Cancel safe.
pub(crate) async fn is_due(looking_on: &mut Option<SpectatorRight>) {
    match looking_on {
        Some(looking_on) => looking_on.is_due().await,
        None => std::future::pending().await,
    }
}

/// Looks whether a spectator may do so no longer. To be waited for to its end: where it is dropped,
/// it is time to look again.
pub(crate) async fn is_over(looking_on: &mut Option<SpectatorRight>) -> bool {
    match looking_on {
        Some(looking_on) => looking_on.is_over().await,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use damier_people::in_memory::InMemoryStore;
    use futures_util::FutureExt;

    use super::*;
    use crate::simuls::simul_tests::actors_with;

    #[tokio::test(start_paused = true)]
    async fn that_it_is_time_to_look_is_remembered_until_it_was_looked() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let key = SeatKey::from_bytes([1; 32]);
        let parted = actors.subscribe_unfriended();
        let mut looks = interval(LOOK);
        looks.reset();
        let mut looking_on = Some(SpectatorRight {
            actors: actors.clone(),
            key,
            parted,
            looks,
            due: false,
        });
        assert!(is_due(&mut looking_on).now_or_never().is_none());
        actors.notify_unfriended();
        // Woken, and then something else of the same client comes first, as often as it likes.
        for _ in 0..3 {
            assert!(is_due(&mut looking_on).now_or_never().is_some());
        }
        assert!(is_over(&mut looking_on).await, "the seat leads nowhere");
        assert!(is_due(&mut looking_on).now_or_never().is_none());
        assert!(!is_over(&mut None).await);
    }
}
