//! A search request to the server's engine, and the thread that executes it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_session::{Session, Side, Want};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::live::cluster::now;

/// The level of full strength.
pub(crate) const FULL_STRENGTH: u8 = 10;

/// A search request.
pub(crate) struct SearchRequest {
    pub(crate) session: Session,
    pub(crate) side: Side,
    /// Varies its play; one for the whole game.
    pub(crate) seed: u64,
    /// When the engine's turn began, in Unix milliseconds, and by the monotonic clock.
    pub(crate) due_ms: u64,
    pub(crate) due: Instant,
    /// Set to stop the search.
    pub(crate) stop: Arc<AtomicBool>,
}

impl SearchRequest {
    /// The time now, in Unix milliseconds.
    pub(crate) fn now_ms(&self) -> u64 {
        let passed = now().saturating_duration_since(self.due).as_millis();
        self.due_ms
            .saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// The time on the engine's clock now; `None` in a game without a clock.
    pub(crate) fn left(&self) -> Option<Duration> {
        let clock = self.session.clock()?;
        let left_ms = clock.thinking_ms(self.side, self.now_ms());
        Some(Duration::from_millis(left_ms))
    }

    /// Whether it is a search at full strength; a forced move needs none.
    pub(crate) fn is_for_full_strength(&self) -> bool {
        self.session.computer_level(self.side) == Some(FULL_STRENGTH)
            && self.session.computer_must_search(self.side)
    }
}

/// Runs a search on a blocking thread. `None` also if it fails.
pub(crate) async fn in_a_thread(
    search: impl FnOnce() -> Option<Want> + Send + 'static,
) -> Option<Want> {
    spawn_blocking(search).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the server's engine failed");
        None
    })
}
