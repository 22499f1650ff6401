//! What each kind of work in the house goes by: how often it looks, how much it takes at once, and what is said where it cannot work.

use std::time::Duration;

use damier_people::live::{LiveError, StoreError};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::clock::WallClock;
use crate::live::actors::Rooms;

/// How long after its last sign of life a node gives the next one, in milliseconds.
pub(crate) const BEAT_MS: u64 = 1_000;

/// How often deadlines are looked at.
pub(crate) const LOOK: Duration = Duration::from_millis(250);

/// How often games are sought that have gone on past what a player has kept for them, because a node broke down between the opponent's move and
/// the answer; games of teams whose votes no node counts, because it stopped before their time was over; and rated games whose node stopped
/// between their ending and counting them.
pub(crate) const LEFT_EVERY: Duration = Duration::from_secs(5);

/// A day, in milliseconds.
pub(crate) const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How many games are asked for at once.
pub(crate) const PAGE: u32 = 200;

/// How many games are looked after at the same time.
pub(crate) const AT_ONCE: usize = 32;

/// Why the house cannot work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HouseError {
    /// The store does not answer, or holds what cannot be.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The store takes too long to tell the time.
    #[error("this node is not sure what time it is, and takes no moves")]
    Time,
}

impl From<StoreError> for HouseError {
    fn from(error: StoreError) -> Self {
        Self::Live(error.into())
    }
}

/// Ticks that never catch up on what they have missed.
pub(crate) fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

pub(crate) fn note(rooms: &Rooms, done: Result<(), HouseError>) {
    if let Err(error) = done {
        if let HouseError::Live(LiveError::Journal(StoreError::Unavailable(_))) = error {
            rooms.heart.falter(rooms.clock.now_ms());
        }
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "the house cannot work"
        );
    }
}
