//! The clock of a node. Nodes that share a database use the database's clock, so that a wrong clock
//! of one machine costs no player time: the database's time is read, and then advanced by this
//! machine's monotonic clock. Of several readings the most precise counts: its error is at most
//! half of its round trip. A node whose error may be too large rejects moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use damier_people::StoreError;
use damier_people::live::Heartbeat;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::clock::WallClock;

/// The maximum error with which a node accepts moves.
const MAX_ERROR: Duration = Duration::from_millis(50);

/// The maximum drift of a monotonic clock: one part in ten thousand, several times the usual.
const DRIFT: u32 = 10_000;

/// How many readings are kept: the most precise ones.
const ANSWERS: usize = 16;

/// How often the database is read in a row, until a reading is precise enough.
const TRIES: usize = 5;

/// The minimum difference that is logged, in milliseconds.
const MIN_LOGGED_MS: u64 = 1_000;

/// The clock of this node.
pub(crate) struct NodeClock {
    own: Arc<dyn WallClock>,
    /// Whether the store has ever returned its time, or that it has none.
    was_answered: AtomicBool,
    readings: Mutex<Vec<ClockReading>>,
}

/// A reading of the database's clock.
#[derive(Clone, Copy, Debug)]
struct ClockReading {
    /// The database's time,
    time_ms: u64,
    /// read at this monotonic time,
    at: Instant,
    /// with this maximum error.
    doubt: Duration,
}

impl ClockReading {
    fn time_ms(&self, now: Instant) -> u64 {
        let passed = now.saturating_duration_since(self.at).as_millis();
        self.time_ms
            .saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// Its maximum error by now.
    fn doubt(&self, now: Instant) -> Duration {
        self.doubt + now.saturating_duration_since(self.at) / DRIFT
    }

    /// Whether both readings are consistent.
    fn agrees_with(&self, other: &Self, now: Instant) -> bool {
        let apart_ms = self.time_ms(now).abs_diff(other.time_ms(now));
        let allowed = self.doubt(now) + other.doubt(now) + Duration::from_millis(2);
        u128::from(apart_ms) <= allowed.as_millis()
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the steady clock of the system is what passes here"
)]
fn now() -> Instant {
    Instant::now()
}

impl NodeClock {
    /// A clock that uses the system clock until a database responds.
    pub(crate) fn new(own: Arc<dyn WallClock>) -> Self {
        Self {
            own,
            was_answered: AtomicBool::new(false),
            readings: Mutex::default(),
        }
    }

    /// Reads the store's clock and uses it.
    ///
    /// # Errors
    /// The store is unavailable.
    pub(crate) async fn set_by(&self, heartbeat: &dyn Heartbeat) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let asked = now();
            let Some(time_ms) = heartbeat.time_ms().await? else {
                self.was_answered.store(true, Ordering::SeqCst);
                return Ok(()); // a single node keeps its own time
            };
            let took = now().saturating_duration_since(asked);
            self.take(ClockReading {
                time_ms,
                at: asked + took / 2,
                doubt: took / 2,
            });
            self.was_answered.store(true, Ordering::SeqCst);
            if self.is_sure() {
                break;
            }
        }
        Ok(())
    }

    fn take(&self, reading: ClockReading) {
        let own_ms = self.own.now_ms();
        let (now, is_first) = (now(), self.readings.lock().is_empty());
        let mut readings = self.readings.lock();
        let before = readings.len();
        // The database's clock was set, or this machine was suspended: earlier readings are
        // invalid.
        readings.retain(|earlier| earlier.agrees_with(&reading, now));
        if readings.len() < before {
            tracing::warn!("the clock of the database jumped, or this machine was suspended");
        }
        readings.push(reading);
        if readings.len() > ANSWERS {
            let doubts = readings
                .iter()
                .map(|reading| reading.doubt(now))
                .enumerate();
            let worst = doubts.max_by_key(|(_, doubt)| *doubt);
            worst.map(|(index, _)| readings.swap_remove(index));
        }
        drop(readings);
        let apart_ms = own_ms.abs_diff(reading.time_ms(now));
        if is_first && apart_ms >= MIN_LOGGED_MS {
            tracing::warn!(
                apart_ms,
                "the clocks of this machine and of the database differ; games use the latter"
            );
        }
    }

    fn best(&self, now: Instant) -> Option<ClockReading> {
        let readings = self.readings.lock();
        let best = readings.iter().min_by_key(|reading| reading.doubt(now));
        best.copied()
    }

    /// Whether the store has returned its time, or that this node may use its own clock.
    pub(crate) fn is_set(&self) -> bool {
        self.was_answered.load(Ordering::SeqCst)
    }

    /// Whether the clock is set, and its error small enough to accept moves.
    pub(crate) fn is_sure(&self) -> bool {
        let now = now();
        let best = self.best(now);
        self.is_set() && best.is_none_or(|best| best.doubt(now) <= MAX_ERROR)
    }
}

impl WallClock for NodeClock {
    fn now_ms(&self) -> u64 {
        let now = now();
        match self.best(now) {
            Some(best) => best.time_ms(now),
            None => self.own.now_ms(),
        }
    }

    fn poll_interval(&self) -> Duration {
        self.own.poll_interval()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Wrong;

    impl WallClock for Wrong {
        fn now_ms(&self) -> u64 {
            5
        }
    }

    fn reading_of(time_ms: u64, at: Instant, doubt_ms: u64) -> ClockReading {
        ClockReading {
            time_ms,
            at,
            doubt: Duration::from_millis(doubt_ms),
        }
    }

    #[test]
    fn the_most_precise_answer_of_the_database_sets_the_time() {
        let clock = NodeClock::new(Arc::new(Wrong));
        assert_eq!((clock.now_ms(), clock.is_sure()), (5, false));
        clock.was_answered.store(true, Ordering::SeqCst);
        assert!(clock.is_sure(), "there is no database whose time counts");
        let start = now();
        clock.take(reading_of(1_000_000, start, 90));
        assert!(!clock.is_sure());
        clock.take(reading_of(1_000_060, start, 20));
        assert!(clock.is_sure());
        clock.take(reading_of(1_000_010, start, 40));
        let shown_ms = clock.now_ms();
        assert!((1_000_060..1_010_000).contains(&shown_ms), "{shown_ms}");
        for _ in 0..100 {
            clock.take(reading_of(1_000_061, start, 30));
        }
        assert_eq!(clock.readings.lock().len(), ANSWERS);
    }

    #[test]
    fn contradictory_answers_are_not_combined() {
        let clock = NodeClock::new(Arc::new(Wrong));
        let start = now();
        clock.take(reading_of(1_000_000, start, 1));
        clock.take(reading_of(2_000_000, start, 30));
        assert_eq!(clock.readings.lock().len(), 1);
        assert!(clock.now_ms() >= 2_000_000, "the database was set");
    }

    #[test]
    fn a_clock_answer_expires() {
        let start = now();
        let reading = reading_of(1_000, start, 10);
        let later = start + Duration::from_mins(5);
        assert_eq!(reading.time_ms(later), 301_000);
        assert_eq!(reading.doubt(later), Duration::from_millis(40));
    }
}
