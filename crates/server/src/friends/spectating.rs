//! Permission of a friend to watch: valid while the two are friends and the player permits it.
//! Afterwards the connection of such a seat is closed: at once if the change was made on this node,
//! within seconds elsewhere.

use std::sync::Arc;
use std::time::Duration;

use damier_people::StoreError;
use damier_session::{SeatKey, SeatRole};
use tokio::sync::broadcast;
use tokio::time::Interval;

use crate::live::actors::GameActors;
use crate::live::background::schedule::ticks;

/// How often the permission is checked.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// How soon a failed check is retried.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Connection of a friend who spectates.
pub(crate) struct SpectatorRight {
    actors: Arc<GameActors>,
    key: SeatKey,
    parted: broadcast::Receiver<()>,
    looks: Interval,
    /// Whether a check is due and has not succeeded yet.
    due: bool,
}

impl SpectatorRight {
    /// `None` if the seat is not that of a watching friend.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable.
    pub(crate) async fn from(
        actors: &Arc<GameActors>,
        key: SeatKey,
        role: SeatRole,
    ) -> Result<Option<Self>, StoreError> {
        if role != SeatRole::Watcher || !actors.ports.addressees.is_friend_seat(&key).await? {
            return Ok(None);
        }
        // The first check is immediate: the relation may have changed since the seat was looked up.
        let looks = ticks(CHECK_EVERY);
        Ok(Some(Self {
            actors: actors.clone(),
            key,
            parted: actors.subscribe_unfriended(),
            looks,
            due: false,
        }))
    }

    /// Waits until a check is due. Cancel-safe: a due check is remembered until it succeeds.
    async fn is_due(&mut self) {
        if !self.due {
            tokio::select! {
                // Missed messages need no second check.
                _ = self.parted.recv() => {}
                _ = self.looks.tick() => {}
            }
            self.due = true;
        }
    }

    /// Checks whether the permission has ended.
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
                self.looks.reset_after(RETRY_AFTER);
                false
            }
        }
    }
}

/// Waits until a check is due; forever if there is none. Cancel-safe.
pub(crate) async fn is_due(spectating: &mut Option<SpectatorRight>) {
    match spectating {
        Some(spectating) => spectating.is_due().await,
        None => std::future::pending().await,
    }
}

/// Checks whether a spectator's permission has ended. If cancelled, the check stays due.
pub(crate) async fn is_over(spectating: &mut Option<SpectatorRight>) -> bool {
    match spectating {
        Some(spectating) => spectating.is_over().await,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use damier_people::in_memory::InMemoryStore;
    use futures_util::FutureExt;

    use super::*;
    use crate::test_support::actors_with;

    #[tokio::test(start_paused = true)]
    async fn a_due_check_stays_due_until_it_completes() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let key = SeatKey::from_bytes([1; 32]);
        let parted = actors.subscribe_unfriended();
        let mut looks = ticks(CHECK_EVERY);
        looks.reset();
        let mut spectating = Some(SpectatorRight {
            actors: actors.clone(),
            key,
            parted,
            looks,
            due: false,
        });
        assert!(is_due(&mut spectating).now_or_never().is_none());
        actors.notify_unfriended();
        // Woken, but other events of the same client are handled first, repeatedly.
        for _ in 0..3 {
            assert!(is_due(&mut spectating).now_or_never().is_some());
        }
        assert!(is_over(&mut spectating).await, "the seat leads nowhere");
        assert!(is_due(&mut spectating).now_or_never().is_none());
        assert!(!is_over(&mut None).await);
    }
}
