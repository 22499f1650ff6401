//! Log lines about limits that are reached, with a rate limit of their own, so that attackers
//! cannot fill the log.

use std::hash::Hash;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use super::bounded::bounded;
use crate::client::ClientNetwork;
use crate::clock::WallClock;

/// How long further lines of the same kind are suppressed, in milliseconds: a minute.
const BETWEEN_LINES_MS: u64 = 60 * 1_000;

/// Logs that limits are reached.
pub(crate) struct LimitLog {
    pub(super) clock: Arc<dyn WallClock>,
    lines: LogThrottle<(&'static str, ClientNetwork)>,
}

impl LimitLog {
    pub(crate) fn new(clock: Arc<dyn WallClock>) -> Arc<Self> {
        let lines = LogThrottle::default();
        Arc::new(Self { clock, lines })
    }

    /// Logs that a limit is reached and clients of that network have to wait.
    pub(crate) fn reached(&self, limit: &'static str, from: ClientNetwork, wait_s: u64) {
        if let Some(left_out) = self.lines.due((limit, from), self.clock.now_ms()) {
            tracing::warn!(event = "limit-reached", limit, from = %from, wait_s, left_out, "account");
        }
    }
}

/// Limits log lines to one of each kind a minute.
#[derive(Debug)]
pub(crate) struct LogThrottle<Kind: Hash + Eq>(Mutex<LruCache<Kind, Last>>);

/// The last line of a kind.
#[derive(Debug, Default)]
struct Last {
    at_ms: Option<u64>,
    /// How many were suppressed since.
    left_out: u64,
}

impl<Kind: Hash + Eq> Default for LogThrottle<Kind> {
    fn default() -> Self {
        Self(Mutex::new(bounded()))
    }
}

impl<Kind: Hash + Eq> LogThrottle<Kind> {
    /// If a line is due, how many were suppressed since the last one.
    pub(crate) fn due(&self, kind: Kind, now_ms: u64) -> Option<u64> {
        let mut kept = self.0.lock();
        let last = kept.get_or_insert_mut(kind, Last::default);
        let is_due = |at_ms: u64| now_ms.saturating_sub(at_ms) >= BETWEEN_LINES_MS;
        if last.at_ms.is_none_or(is_due) {
            last.at_ms = Some(now_ms);
            return Some(std::mem::take(&mut last.left_out));
        }
        last.left_out += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_per_kind_and_minute_with_the_number_of_omitted_ones() {
        let lines = LogThrottle::default();
        assert_eq!(lines.due("a", 0), Some(0));
        // Ten in a second, for a minute.
        let more = (1..600).filter(|tenth| lines.due("a", tenth * 100).is_some());
        assert_eq!(more.count(), 0);
        assert_eq!(lines.due("b", 100), Some(0));
        assert_eq!(lines.due("a", 60_000), Some(599));
        assert_eq!(lines.due("a", 119_999), None);
        assert_eq!(lines.due("a", 200_000), Some(1));
    }
}
