//! Whether this node may take moves now: only while it can store that it is alive, since otherwise it does not know whether time is being
//! lost.

use std::sync::atomic::{AtomicU64, Ordering};

/// How long after the last sign of life of this node no move is taken, in milliseconds.
pub(crate) const PULSE_LOST_MS: u64 = 3_000;

/// The sign of life of this node, as the store has it.
#[derive(Debug, Default)]
pub(crate) struct Heart {
    last_beat_ms: AtomicU64,
}

impl Heart {
    /// It was stored that this node could take moves at this time.
    pub(crate) fn beat(&self, now_ms: u64) {
        self.last_beat_ms.store(now_ms, Ordering::SeqCst);
    }

    /// Whether moves are taken at this time.
    pub(crate) fn beats(&self, now_ms: u64) -> bool {
        self.has_beaten_within(PULSE_LOST_MS, now_ms)
    }

    /// Whether the last beat is not so long ago.
    pub(crate) fn has_beaten_within(&self, ms: u64, now_ms: u64) -> bool {
        let last_ms = self.last_beat_ms.load(Ordering::SeqCst);
        last_ms != 0 && now_ms.saturating_sub(last_ms) < ms
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
        let heart = Heart::default();
        assert!(!heart.beats(1_000));
        heart.beat(1_000);
        assert!(heart.beats(1_000) && heart.beats(3_999));
        assert!(!heart.beats(4_000));
        assert!(!heart.has_beaten_within(1_000, 2_000));
        heart.stop();
        assert!(!heart.beats(1_000));
    }
}
