//! Shared by background tasks: intervals, page sizes, concurrency and errors.

use std::time::Duration;

use damier_people::StoreError;
use damier_people::live::LiveError;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::clock::WallClock;
use crate::live::actors::GameActors;

/// The interval of heartbeats, in milliseconds.
pub(crate) const BEAT_MS: u64 = 1_000;

/// How often work of stopped nodes is resumed: due conditional moves, uncounted votes and unsettled
/// rated games.
pub(crate) const RESUME_EVERY: Duration = Duration::from_secs(5);

/// A day, in milliseconds.
pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How many games are read at once.
pub(crate) const PAGE: u32 = 200;

/// How many games are handled at the same time.
pub(crate) const AT_ONCE: usize = 32;

/// Why a background task fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BackgroundError {
    /// The store failed, or holds data that cannot be read.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The store takes too long to return its clock.
    #[error("the clock is not synchronised; moves are rejected")]
    Time,
}

impl From<StoreError> for BackgroundError {
    fn from(error: StoreError) -> Self {
        Self::Live(error.into())
    }
}

/// Ticks that do not make up missed ones.
pub(crate) fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Waits for the next tick at which this node may change games.
pub(crate) async fn next_permitted(ticks: &mut Interval, actors: &GameActors) {
    loop {
        ticks.tick().await;
        if actors.may_change_games() {
            return;
        }
        ticks.reset_after(actors.clock.poll_interval()); // the earliest time allowed
    }
}

pub(crate) fn log_failure(actors: &GameActors, done: Result<(), BackgroundError>) {
    if let Err(error) = done {
        if let BackgroundError::Live(LiveError::Journal(error)) = &error {
            actors.heartbeat.note_error(error, actors.clock.now_ms());
        }
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the server cannot work"
        );
    }
}
