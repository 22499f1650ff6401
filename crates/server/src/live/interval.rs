//! Periodic work of an actor: due once a period, and at once after an idle time.

use std::time::Duration;

use tokio::time::Instant;

/// When repeated work is due next.
#[derive(Debug)]
pub(crate) struct Every {
    period: Duration,
    next: Instant,
}

impl Every {
    /// Work that is due at `now` for the first time.
    pub(crate) const fn new(period: Duration, now: Instant) -> Self {
        Self { period, next: now }
    }

    /// When it is due.
    pub(crate) const fn next(&self) -> Instant {
        self.next
    }

    /// Whether it is due. If so, it is next due a period after `now`: missed times are skipped.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let is_due = self.next <= now;
        if is_due {
            self.next = now + self.period;
        }
        is_due
    }
}

/// The earlier of two times that may not be set.
pub(crate) fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::cluster::now;

    #[test]
    fn missed_ticks_are_skipped() {
        let (start, second) = (now(), Duration::from_secs(1));
        let mut every = Every::new(second, start);
        assert!(every.take(start));
        assert!(!every.take(start + second / 2));
        assert!(every.take(start + 5 * second));
        assert_eq!(every.next(), start + 6 * second);
        assert!(!every.take(start + 5 * second));
    }
}
