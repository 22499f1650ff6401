//! What the computer of the server is asked about a game, how long it may wait with its answer, and the thread in which it thinks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_session::{Session, Side, Want};
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use crate::live::cluster::now;

/// The strongest level.
pub(crate) const STRONGEST: u8 = 10;

/// Where the computer plays both sides, how long it leaves each position on the board at least: somebody looks on. Less where little time is left.
pub(crate) const PACE: Duration = Duration::from_secs(1);

/// What part of the time that is left may pass for that.
const PACES_LEFT: u32 = 50;

/// The same where nobody looks on: so that games which nobody sees keep no processor busy. With the time to think it is less than the time after which
/// the server misses a computer that plays itself.
pub(crate) const UNSEEN_PACE: Duration = Duration::from_secs(10);

/// What part of the time that is left may pass for that.
const UNSEEN_PACES_LEFT: u32 = 20;

/// What the computer is to think about.
pub(crate) struct SearchRequest {
    pub(crate) session: Session,
    pub(crate) side: Side,
    /// Varies its play; one for the whole game.
    pub(crate) seed: u64,
    /// When it came to be the computer's turn, in Unix milliseconds, and by the clock that no one sets.
    pub(crate) due_ms: u64,
    pub(crate) due: Instant,
    /// Whether somebody looks on.
    pub(crate) is_looked_on: bool,
    /// Told once somebody does.
    pub(crate) comes: Arc<Notify>,
    /// Set once nobody wants to know any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl SearchRequest {
    /// The time that it is now, in Unix milliseconds.
    pub(crate) fn now_ms(&self) -> u64 {
        let passed = now().saturating_duration_since(self.due).as_millis();
        self.due_ms
            .saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// What the computer has left on its clock now; `None` in a game without one.
    pub(crate) fn left(&self) -> Option<Duration> {
        let clock = self.session.clock()?;
        let left_ms = clock.thinking_ms(self.side, self.now_ms());
        Some(Duration::from_millis(left_ms))
    }

    /// Leaves the position on the board for a while, where the computer plays both sides.
    pub(crate) async fn pace(&self) {
        let left = self.left();
        let pace = |most: Duration, paces: u32| left.map_or(most, |left| most.min(left / paces));
        let seen = pace(PACE, PACES_LEFT);
        sleep(seen).await;
        if !self.is_looked_on {
            let rest = pace(UNSEEN_PACE, UNSEEN_PACES_LEFT).saturating_sub(seen);
            let _ = timeout(rest, self.comes.notified()).await; // whichever is first
        }
    }

    pub(crate) fn is_for_the_strongest(&self) -> bool {
        self.session.computer_level(self.side) == Some(STRONGEST)
            && self.session.computer_must_search(self.side)
    }
}

/// Has the engine think in a thread of those that may block. `None` also where it fails.
pub(crate) async fn in_a_thread(
    think: impl FnOnce() -> Option<Want> + Send + 'static,
) -> Option<Want> {
    spawn_blocking(think).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the engine of the server failed");
        None
    })
}
