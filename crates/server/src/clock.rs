//! What time it is. The server asks through the trait, so that tests decide; the one implementation
//! that looks at the machine's clock is here for the terminal to pass in.

use std::time::{SystemTime, UNIX_EPOCH};

/// A source of the time of day.
pub trait WallClock: Send + Sync + 'static {
    /// Milliseconds since the beginning of 1970, UTC.
    fn now_ms(&self) -> u64;
}

/// The clock of the machine. A machine whose clock stands before 1970 counts as standing there.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl WallClock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the door where the time comes in"
    )]
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
