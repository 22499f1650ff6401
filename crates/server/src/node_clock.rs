//! The clock of a node. Nodes that share a database go by its clock, so that a machine whose clock
//! is wrong costs no player anything: the database is asked what time it is, and from then on the
//! time passes by the steady clock of this machine. Of several answers the one counts that leaves
//! the least doubt: it is wrong by half the time that it took, at most. A node that is not sure
//! takes no moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_people::live::{Heartbeat, StoreError};
use tokio::time::Instant;

use crate::clock::WallClock;

/// A node that may be wrong by more than this takes no moves.
const MOST_DOUBT: Duration = Duration::from_millis(50);

/// By how much a steady clock may run fast or slow: a ten-thousandth, several times what is usual.
const DRIFT: u32 = 10_000;

/// How many answers are kept: those that leave the least doubt.
const ANSWERS: usize = 16;

/// How often the database is asked at once, until an answer is good enough.
const TRIES: usize = 5;

/// From this difference on it is worth a line in the log, in milliseconds.
const WORTH_TELLING_MS: u64 = 1_000;

/// The clock of this node.
pub(crate) struct NodeClock {
    own: Arc<dyn WallClock>,
    /// Whether the store has ever answered with its time, or that it does not know.
    was_answered: AtomicBool,
    answers: Mutex<Vec<Answer>>,
}

/// The answer of the database.
#[derive(Clone, Copy, Debug)]
struct Answer {
    /// The time of the database.
    time_ms: u64,
    /// At this moment of the steady clock,
    at: Instant,
    /// give or take this.
    doubt: Duration,
}

impl Answer {
    fn time_ms(&self, now: Instant) -> u64 {
        let passed = now.saturating_duration_since(self.at).as_millis();
        self.time_ms
            .saturating_add(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// How wrong it may be by now.
    fn doubt(&self, now: Instant) -> Duration {
        self.doubt + now.saturating_duration_since(self.at) / DRIFT
    }

    /// Whether both can be right.
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
    /// A node that uses its own clock until a database answers.
    pub(crate) fn new(own: Arc<dyn WallClock>) -> Self {
        Self {
            own,
            was_answered: AtomicBool::new(false),
            answers: Mutex::default(),
        }
    }

    fn answers(&self) -> MutexGuard<'_, Vec<Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the store what time it is, and goes by that.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn set_by(&self, heartbeat: &dyn Heartbeat) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let asked = now();
            let Some(time_ms) = heartbeat.time_ms().await? else {
                self.was_answered.store(true, Ordering::SeqCst);
                return Ok(()); // nobody else has to agree with this node
            };
            let took = now().saturating_duration_since(asked);
            self.take(Answer {
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

    fn take(&self, answer: Answer) {
        let own_ms = self.own.now_ms();
        let (now, is_first) = (now(), self.answers().is_empty());
        let mut answers = self.answers();
        let before = answers.len();
        // The clock of the database was set, or this machine has slept: earlier answers are
        // invalid.
        answers.retain(|earlier| earlier.agrees_with(&answer, now));
        if answers.len() < before {
            tracing::warn!("the clock of the database jumped, or this machine was suspended");
        }
        answers.push(answer);
        if answers.len() > ANSWERS {
            let doubts = answers.iter().map(|answer| answer.doubt(now)).enumerate();
            let worst = doubts.max_by_key(|(_, doubt)| *doubt);
            worst.map(|(index, _)| answers.swap_remove(index));
        }
        drop(answers);
        let apart_ms = own_ms.abs_diff(answer.time_ms(now));
        if is_first && apart_ms >= WORTH_TELLING_MS {
            tracing::warn!(
                apart_ms,
                "the clocks of this machine and of the database differ; games use the latter"
            );
        }
    }

    fn best(&self, now: Instant) -> Option<Answer> {
        let answers = self.answers();
        let best = answers.iter().min_by_key(|answer| answer.doubt(now));
        best.copied()
    }

    /// Whether the store has answered with its time, or that this node may use its own clock.
    pub(crate) fn is_set(&self) -> bool {
        self.was_answered.load(Ordering::SeqCst)
    }

    /// Whether the store was asked, and the time is wrong by so little that moves can be taken.
    pub(crate) fn is_sure(&self) -> bool {
        let now = now();
        let best = self.best(now);
        self.is_set() && best.is_none_or(|best| best.doubt(now) <= MOST_DOUBT)
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

    fn said(time_ms: u64, at: Instant, doubt_ms: u64) -> Answer {
        Answer {
            time_ms,
            at,
            doubt: Duration::from_millis(doubt_ms),
        }
    }

    #[test]
    fn the_database_tells_the_time_and_the_surest_answer_counts() {
        let clock = NodeClock::new(Arc::new(Wrong));
        assert_eq!((clock.now_ms(), clock.is_sure()), (5, false));
        clock.was_answered.store(true, Ordering::SeqCst);
        assert!(clock.is_sure(), "there is no database whose time counts");
        let start = now();
        clock.take(said(1_000_000, start, 90));
        assert!(!clock.is_sure());
        clock.take(said(1_000_060, start, 20));
        assert!(clock.is_sure());
        clock.take(said(1_000_010, start, 40));
        let shown_ms = clock.now_ms();
        assert!((1_000_060..1_010_000).contains(&shown_ms), "{shown_ms}");
        for _ in 0..100 {
            clock.take(said(1_000_061, start, 30));
        }
        assert_eq!(clock.answers().len(), ANSWERS);
    }

    #[test]
    fn what_cannot_be_right_together_does_not_count_together() {
        let clock = NodeClock::new(Arc::new(Wrong));
        let start = now();
        clock.take(said(1_000_000, start, 1));
        clock.take(said(2_000_000, start, 30));
        assert_eq!(clock.answers().len(), 1);
        assert!(clock.now_ms() >= 2_000_000, "the database was set");
    }

    #[test]
    fn an_answer_grows_old() {
        let start = now();
        let answer = said(1_000, start, 10);
        let later = start + Duration::from_mins(5);
        assert_eq!(answer.time_ms(later), 301_000);
        assert_eq!(answer.doubt(later), Duration::from_millis(40));
    }
}
