//! Whether this node may take moves now: only while it can store that it is alive, since otherwise it does not know whether time is being
//! lost.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long after the last sign of life of this node no move is taken, in milliseconds.
pub(crate) const PULSE_LOST_MS: u64 = 3_000;

/// How long the store takes for an answer at most that is no faltering, in milliseconds.
const LATE_MS: u64 = 500;

/// Between how many failures it is known when this node took moves. Of more the earliest is forgotten, and its time given back, too.
const MOST_AWAKE: usize = 6;

/// The time in which no node could take moves. It is given back in each game before anything else is done in it, and in the games in which nothing
/// is done by the server, one after the other: however many there are, nobody waits for the others, and nobody loses time meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outage {
    /// The last sign of life before it, in Unix milliseconds.
    pub(crate) since_ms: u64,
    /// From when on this node takes moves again, in Unix milliseconds.
    pub(crate) until_ms: u64,
    /// From when until when this node took moves in between, in Unix milliseconds, where the store failed again before all games had back the time of the
    /// failures before. That time was not lost. Where nothing is known both are 0.
    awake: [(u64, u64); MOST_AWAKE],
}

impl Outage {
    /// How much time was lost since a moment, in milliseconds.
    pub(crate) fn lost_since_ms(&self, since_ms: u64) -> u64 {
        let after = |from_ms: u64, to_ms: u64| to_ms.saturating_sub(from_ms.max(since_ms));
        let awake_ms: u64 = self.awake.iter().map(|(from, to)| after(*from, *to)).sum();
        after(self.since_ms, self.until_ms).saturating_sub(awake_ms)
    }
}

/// The sign of life of this node.
#[derive(Debug, Default)]
pub(crate) struct Heartbeat {
    last_beat_ms: AtomicU64,
    /// When the store did not answer last; 0 if it always did.
    faltered_ms: AtomicU64,
    outage: Mutex<LastOutage>,
}

#[derive(Debug, Default)]
struct LastOutage {
    last: Option<Outage>,
    /// Whether games may be left in which it was not given back yet.
    is_owed: bool,
}

impl Heartbeat {
    /// It was stored that this node could take moves at this time.
    pub(crate) fn record(&self, now_ms: u64) {
        self.last_beat_ms.store(now_ms, Ordering::SeqCst);
    }

    /// The outage from the last pulse in the store to now. While time is owed the pulse stays as old as it is; but what this node has done since, and
    /// how long, it knows itself.
    pub(crate) fn outage_until(&self, since_ms: u64, until_ms: u64) -> Outage {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        let mut awake = [(0, 0); MOST_AWAKE];
        if let Some(before) = self.owed().filter(|before| before.since_ms == since_ms) {
            awake = before.awake;
            if before.until_ms < last_ms {
                awake.rotate_left(1);
                awake[MOST_AWAKE - 1] = (before.until_ms, last_ms);
            }
        }
        Outage {
            since_ms,
            until_ms,
            awake,
        }
    }

    /// Moves are taken again after an outage, which is to be given back.
    pub(crate) fn beat_after(&self, outage: Outage) {
        *self.outage() = LastOutage {
            last: Some(outage),
            is_owed: true,
        };
        self.record(outage.until_ms); // after it is known what is to be given back
    }

    /// The last outage that this node knows of.
    pub(crate) fn last_outage(&self) -> Option<Outage> {
        self.outage().last
    }

    /// The outage that was not given back in all games yet.
    pub(crate) fn owed(&self) -> Option<Outage> {
        let outage = self.outage();
        outage.last.filter(|_| outage.is_owed)
    }

    /// It was given back in all games.
    pub(crate) fn owes_nothing(&self) {
        self.outage().is_owed = false;
    }

    fn outage(&self) -> MutexGuard<'_, LastOutage> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store did not answer at this time.
    pub(crate) fn note_store_failure(&self, now_ms: u64) {
        self.faltered_ms.fetch_max(now_ms, Ordering::SeqCst);
    }

    /// Whether an answer of the store was late. That is a faltering, too: a database that is started again may hold up a statement, and take it then.
    pub(crate) fn is_late(&self, asked_ms: u64, now_ms: u64) -> bool {
        let is_late = now_ms.saturating_sub(asked_ms) >= LATE_MS;
        if is_late {
            self.note_store_failure(now_ms);
        }
        is_late
    }

    /// Whether the store did not answer within so many milliseconds before.
    pub(crate) fn store_failed_within(&self, ms: u64, now_ms: u64) -> bool {
        let last_ms = self.faltered_ms.load(Ordering::SeqCst);
        last_ms != 0 && now_ms.saturating_sub(last_ms) < ms
    }

    /// Whether moves are taken at this time.
    pub(crate) fn is_alive(&self, now_ms: u64) -> bool {
        self.is_alive_within(PULSE_LOST_MS, now_ms)
    }

    /// Whether the last beat is not so long ago.
    pub(crate) fn is_alive_within(&self, ms: u64, now_ms: u64) -> bool {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        last_ms != 0 && now_ms.saturating_sub(last_ms) < ms
    }

    /// When this node gave its last sign of life; `None` before the first one, and where it was stopped.
    pub(crate) fn last_beat_ms(&self) -> Option<u64> {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        (last_ms != 0).then_some(last_ms)
    }

    /// Whether no sign of life was given yet, or moves are not taken any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.last_beat_ms().is_none()
    }

    /// No move is taken until the next beat.
    pub(crate) fn stop(&self) {
        self.last_beat_ms.store(0, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_is_taken_before_the_first_beat_and_long_after_the_last() {
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
    fn an_outage_is_owed_until_all_have_it_back() {
        let heartbeat = Heartbeat::default();
        assert_eq!((heartbeat.last_outage(), heartbeat.owed()), (None, None));
        let outage = heartbeat.outage_until(1_000, 9_000);
        assert_eq!(outage.lost_since_ms(1_000), 8_000);
        heartbeat.beat_after(outage);
        assert!(heartbeat.is_alive(9_000));
        assert_eq!(heartbeat.owed(), Some(outage));
        heartbeat.owes_nothing();
        assert_eq!(
            (heartbeat.last_outage(), heartbeat.owed()),
            (Some(outage), None)
        );
    }

    #[test]
    fn the_time_between_two_failures_was_not_lost() {
        let heartbeat = Heartbeat::default();
        heartbeat.beat_after(heartbeat.outage_until(1_000, 9_000));
        // At once again: nothing was taken meanwhile.
        assert_eq!(
            heartbeat.outage_until(1_000, 13_000).lost_since_ms(0),
            12_000
        );
        heartbeat.record(11_000);
        let outage = heartbeat.outage_until(1_000, 20_000);
        for (last_ms, lost_ms) in [
            (0, 17_000),     // it has nothing back yet
            (2_000, 16_000), // its last event is of the first failure
            (9_000, 9_000),  // it has back the time of the first one
            (10_000, 9_000), // and somebody has moved since
            (15_000, 5_000), // it was given elsewhere
            (20_000, 0),
        ] {
            assert_eq!(outage.lost_since_ms(last_ms), lost_ms, "{last_ms}");
        }
        // Another pulse is another outage.
        assert_eq!(
            heartbeat.outage_until(12_000, 20_000).lost_since_ms(0),
            8_000
        );
        heartbeat.owes_nothing();
        assert_eq!(
            heartbeat.outage_until(1_000, 20_000).lost_since_ms(0),
            19_000
        );
    }

    #[test]
    fn the_time_between_many_failures_was_not_lost() {
        let heartbeat = Heartbeat::default();
        heartbeat.beat_after(heartbeat.outage_until(1_000, 9_000));
        heartbeat.record(11_000);
        heartbeat.beat_after(heartbeat.outage_until(1_000, 20_000));
        heartbeat.record(23_000);
        let third = heartbeat.outage_until(1_000, 30_000);
        for (last_ms, lost_ms) in [
            (0, 24_000),     // of all three, with what it worked in between taken off
            (9_000, 16_000), // it has back the time of the first one
            (20_000, 7_000), // and of the second one
            (22_000, 7_000), // and somebody has moved since
            (30_000, 0),
        ] {
            assert_eq!(third.lost_since_ms(last_ms), lost_ms, "{last_ms}");
        }
        // However often it fails: beyond some the earliest is forgotten, and nobody loses time by that.
        heartbeat.beat_after(third);
        let mut until_ms = 30_000;
        for failure in 3..20_u64 {
            heartbeat.record(until_ms + 1_000);
            until_ms += 5_000;
            let outage = heartbeat.outage_until(1_000, until_ms);
            let awake_ms = until_ms - 1_000 - outage.lost_since_ms(1_000);
            let known = failure.min(MOST_AWAKE as u64);
            assert!(
                (known * 1_000..=2_000 + 3_000 + (failure - 2) * 1_000).contains(&awake_ms),
                "{awake_ms}"
            );
            heartbeat.beat_after(outage);
        }
    }
}
