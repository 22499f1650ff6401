//! The only module of the command line that reads the clock.

use std::time::{Duration, Instant, SystemTime};

/// Measures elapsed time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts the measurement.
    #[expect(
        clippy::disallowed_methods,
        reason = "only this module reads the clock"
    )]
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// Unix time in milliseconds, as in game records.
#[expect(
    clippy::disallowed_methods,
    reason = "only this module reads the clock"
)]
pub(crate) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
