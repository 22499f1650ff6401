//! Whether this node may accept moves: only while it can store its heartbeat, since otherwise it
//! cannot know whether players are losing time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_people::{ErrorScope, StoreError};
use parking_lot::Mutex;

/// How long after its last heartbeat a node stops accepting moves, in milliseconds.
pub(crate) const HEARTBEAT_TIMEOUT_MS: u64 = 3_000;

/// A response of the store that takes at least this long counts as a failure, in milliseconds.
const SLOW_ANSWER_MS: u64 = 500;

/// How many intervals of normal operation between failures are remembered. Beyond them the earliest
/// is dropped, and its time is restored to players as well.
const MAX_ALIVE: usize = 6;

/// A period during which no node could accept moves. Its time is restored in each game before any
/// other command, and by a background task in all others. So no player waits for other games, and
/// none loses time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outage {
    /// The last heartbeat before it, in Unix milliseconds.
    pub(crate) since_ms: u64,
    /// When this node accepts moves again, in Unix milliseconds.
    pub(crate) until_ms: u64,
    /// Intervals in between during which this node accepted moves, in Unix milliseconds: the store
    /// failed again before earlier outages were restored in all games. That time was not lost.
    /// Unused entries are 0.
    alive: [(u64, u64); MAX_ALIVE],
}

impl Outage {
    /// How much time was lost since this time, in milliseconds.
    pub(crate) fn lost_since_ms(&self, since_ms: u64) -> u64 {
        let after = |from_ms: u64, to_ms: u64| to_ms.saturating_sub(from_ms.max(since_ms));
        let alive_ms: u64 = self.alive.iter().map(|(from, to)| after(*from, *to)).sum();
        after(self.since_ms, self.until_ms).saturating_sub(alive_ms)
    }
}

/// The heartbeat of this node.
#[derive(Debug, Default)]
pub(crate) struct Heartbeat {
    last_beat_ms: AtomicU64,
    /// When the store failed last; 0 if it never did.
    store_failed_ms: AtomicU64,
    /// Whether an operation failed that shows that moves cannot be stored. No move is accepted
    /// then, and no flag falls, until the store proves the contrary.
    is_doubted: AtomicBool,
    /// Whether an operation failed for which the store may be at fault.
    is_suspected: AtomicBool,
    outage: Mutex<LastOutage>,
}

#[derive(Debug, Default)]
struct LastOutage {
    last: Option<Outage>,
    /// Whether its time may still have to be restored in some games.
    is_owed: bool,
}

impl Heartbeat {
    /// Records that the store accepted a heartbeat at this time, so that moves can be accepted.
    pub(crate) fn record(&self, now_ms: u64) {
        self.last_beat_ms.store(now_ms, Ordering::SeqCst);
    }

    /// Records that the store failed at this time, with this error. If moves cannot be stored, the
    /// time from the last stored heartbeat on is an outage, whatever the reason.
    pub(crate) fn note_error(&self, error: &StoreError, now_ms: u64) {
        match error.scope() {
            ErrorScope::Store => {
                self.note_store_failure(now_ms);
                self.is_doubted.store(true, Ordering::SeqCst);
            }
            ErrorScope::Unknown => {
                self.note_store_failure(now_ms);
                self.is_suspected.store(true, Ordering::SeqCst);
            }
            ErrorScope::Operation => {}
        }
    }

    /// Whether the store must prove that moves can be stored.
    pub(crate) fn needs_proof(&self) -> bool {
        self.is_doubted.load(Ordering::SeqCst) || self.is_suspected.load(Ordering::SeqCst)
    }

    /// Records that the store has proved it. Returns whether moves were not accepted meanwhile, so
    /// that time was lost.
    pub(crate) fn trust(&self) -> bool {
        self.is_suspected.store(false, Ordering::SeqCst);
        self.is_doubted.swap(false, Ordering::SeqCst)
    }

    /// Records that the store could not prove it.
    pub(crate) fn doubt(&self, now_ms: u64) {
        self.note_store_failure(now_ms);
        self.is_doubted.store(true, Ordering::SeqCst);
    }

    /// The outage from the last heartbeat in the store until now. While time is to be restored the
    /// stored heartbeat is not renewed; this node itself remembers how long it has accepted moves
    /// since.
    pub(crate) fn outage_until(&self, since_ms: u64, until_ms: u64) -> Outage {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        let mut alive = [(0, 0); MAX_ALIVE];
        if let Some(before) = self
            .unrestored_outage()
            .filter(|before| before.since_ms == since_ms)
        {
            alive = before.alive;
            if before.until_ms < last_ms {
                alive.rotate_left(1);
                alive[MAX_ALIVE - 1] = (before.until_ms, last_ms);
            }
        }
        Outage {
            since_ms,
            until_ms,
            alive,
        }
    }

    /// Records the first heartbeat after an outage, whose time is to be restored.
    pub(crate) fn record_after(&self, outage: Outage) {
        *self.outage.lock() = LastOutage {
            last: Some(outage),
            is_owed: true,
        };
        self.record(outage.until_ms); // after the time to restore is known
    }

    /// The last outage known to this node.
    pub(crate) fn last_outage(&self) -> Option<Outage> {
        self.outage.lock().last
    }

    /// The outage whose time is not restored in all games yet.
    pub(crate) fn unrestored_outage(&self) -> Option<Outage> {
        let outage = self.outage.lock();
        outage.last.filter(|_| outage.is_owed)
    }

    /// Records that its time is restored in all games.
    pub(crate) fn outage_restored(&self) {
        self.outage.lock().is_owed = false;
    }

    /// Records that the store failed at this time.
    pub(crate) fn note_store_failure(&self, now_ms: u64) {
        self.store_failed_ms.fetch_max(now_ms, Ordering::SeqCst);
    }

    /// Records a response of the store, and returns whether it was slow. A slow one counts as a
    /// failure: a restarting database may delay a statement, and then execute it.
    pub(crate) fn note_answer(&self, asked_ms: u64, now_ms: u64) -> bool {
        let is_slow = now_ms.saturating_sub(asked_ms) >= SLOW_ANSWER_MS;
        if is_slow {
            self.note_store_failure(now_ms);
        }
        is_slow
    }

    /// Whether the store failed within this many milliseconds before.
    pub(crate) fn store_failed_within(&self, ms: u64, now_ms: u64) -> bool {
        let last_ms = self.store_failed_ms.load(Ordering::SeqCst);
        last_ms != 0 && now_ms.saturating_sub(last_ms) < ms
    }

    /// Whether moves are accepted at this time.
    pub(crate) fn is_alive(&self, now_ms: u64) -> bool {
        self.is_alive_within(HEARTBEAT_TIMEOUT_MS, now_ms)
    }

    /// Whether the last heartbeat is less than so many milliseconds old, and the store is not
    /// doubted.
    pub(crate) fn is_alive_within(&self, ms: u64, now_ms: u64) -> bool {
        let is_recent = |last_ms| now_ms.saturating_sub(last_ms) < ms;
        !self.is_doubted.load(Ordering::SeqCst) && self.last_beat_ms().is_some_and(is_recent)
    }

    /// The time of the last heartbeat; `None` before the first one, and after [`Heartbeat::stop`].
    pub(crate) fn last_beat_ms(&self) -> Option<u64> {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        (last_ms != 0).then_some(last_ms)
    }

    /// Whether there was no heartbeat yet, or it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.last_beat_ms().is_none()
    }

    /// Stops accepting moves until the next heartbeat.
    pub(crate) fn stop(&self) {
        self.last_beat_ms.store(0, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_rejected_before_the_first_heartbeat_and_long_after_the_last() {
        let heartbeat = Heartbeat::default();
        assert!(!heartbeat.is_alive(1_000));
        heartbeat.record(1_000);
        assert!(heartbeat.is_alive(1_000) && heartbeat.is_alive(3_999));
        assert!(!heartbeat.is_alive(4_000));
        assert!(!heartbeat.is_alive_within(1_000, 2_000));
        heartbeat.stop();
        assert!(!heartbeat.is_alive(1_000));
    }

    #[test]
    fn the_last_outage_is_owed_until_every_game_is_credited() {
        let heartbeat = Heartbeat::default();
        assert_eq!(
            (heartbeat.last_outage(), heartbeat.unrestored_outage()),
            (None, None)
        );
        let outage = heartbeat.outage_until(1_000, 9_000);
        assert_eq!(outage.lost_since_ms(1_000), 8_000);
        heartbeat.record_after(outage);
        assert!(heartbeat.is_alive(9_000));
        assert_eq!(heartbeat.unrestored_outage(), Some(outage));
        heartbeat.outage_restored();
        assert_eq!(
            (heartbeat.last_outage(), heartbeat.unrestored_outage()),
            (Some(outage), None)
        );
    }

    #[test]
    fn time_between_two_failures_is_not_part_of_the_outage() {
        let heartbeat = Heartbeat::default();
        heartbeat.record_after(heartbeat.outage_until(1_000, 9_000));
        // Again at once: no moves were accepted meanwhile.
        assert_eq!(
            heartbeat.outage_until(1_000, 13_000).lost_since_ms(0),
            12_000
        );
        heartbeat.record(11_000);
        let outage = heartbeat.outage_until(1_000, 20_000);
        for (last_ms, lost_ms) in [
            (0, 17_000),     // nothing restored yet
            (2_000, 16_000), // the last event is from the first failure
            (9_000, 9_000),  // the time of the first is restored
            (10_000, 9_000), // and a player has moved since
            (15_000, 5_000), // restored by another node
            (20_000, 0),
        ] {
            assert_eq!(outage.lost_since_ms(last_ms), lost_ms, "{last_ms}");
        }
        // Another heartbeat is another outage.
        assert_eq!(
            heartbeat.outage_until(12_000, 20_000).lost_since_ms(0),
            8_000
        );
        heartbeat.outage_restored();
        assert_eq!(
            heartbeat.outage_until(1_000, 20_000).lost_since_ms(0),
            19_000
        );
    }

    #[test]
    fn time_between_many_failures_is_not_part_of_the_outage() {
        let heartbeat = Heartbeat::default();
        heartbeat.record_after(heartbeat.outage_until(1_000, 9_000));
        heartbeat.record(11_000);
        heartbeat.record_after(heartbeat.outage_until(1_000, 20_000));
        heartbeat.record(23_000);
        let third = heartbeat.outage_until(1_000, 30_000);
        for (last_ms, lost_ms) in [
            (0, 24_000),     // all three, less the time between them
            (9_000, 16_000), // the time of the first is restored
            (20_000, 7_000), // that of the second too
            (22_000, 7_000), // and a player has moved since
            (30_000, 0),
        ] {
            assert_eq!(third.lost_since_ms(last_ms), lost_ms, "{last_ms}");
        }
        // However often it fails: beyond the limit the earliest interval is dropped, and no player
        // loses time by that.
        heartbeat.record_after(third);
        let mut until_ms = 30_000;
        for failure in 3..20_u64 {
            heartbeat.record(until_ms + 1_000);
            until_ms += 5_000;
            let outage = heartbeat.outage_until(1_000, until_ms);
            let alive_ms = until_ms - 1_000 - outage.lost_since_ms(1_000);
            let known = failure.min(MAX_ALIVE as u64);
            assert!(
                (known * 1_000..=2_000 + 3_000 + (failure - 2) * 1_000).contains(&alive_ms),
                "{alive_ms}"
            );
            heartbeat.record_after(outage);
        }
    }
}
