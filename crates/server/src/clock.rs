//! The server's clock, a trait, so that tests can set the time. The implementation by the system
//! clock is here too; the command passes it in.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time of day.
pub trait WallClock: Send + Sync + 'static {
    /// Milliseconds since the beginning of 1970, UTC.
    fn now_ms(&self) -> u64;

    /// The interval in which the heartbeat and the deadlines of games are compared with this
    /// clock. It is shorter for a clock that a test sets, so that the test need not wait.
    fn poll_interval(&self) -> Duration {
        Duration::from_millis(250)
    }
}

/// The system clock. If it shows a time before 1970, it counts as the beginning of 1970.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl WallClock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place where the server reads the clock"
    )]
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
