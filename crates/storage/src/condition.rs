//! Whether writing works: the result of the last write, and when to test again. The writer updates
//! it, the health check reads it. There is no clock here: a pause is a sleeping task.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_people::library::LibraryError;

use crate::database_fault::LibraryFault;

/// How long no test write is made after a success, so that frequent health checks do not wear out
/// the disk.
const PAUSE_WHEN_WELL: Duration = Duration::from_mins(1);

/// The same after a failure.
const PAUSE_WHEN_FAILING: Duration = Duration::from_secs(2);

/// The outcome of the last writes.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pauses: Pauses,
    state: Arc<Mutex<State>>,
}

/// How long no test write is made.
#[derive(Debug, Clone, Copy)]
struct Pauses {
    when_well: Duration,
    when_failing: Duration,
}

#[derive(Debug, Default)]
struct State {
    /// The error of the last write; `None` if it succeeded, or if there was none.
    failure: Option<LibraryFault>,
    /// The number of the current pause. A task that slept through an older pause changes nothing
    /// when it wakes up.
    pause: u64,
    /// Whether a pause or a test is in progress.
    pausing: bool,
}

impl Default for Condition {
    /// The condition of a library that was just opened.
    fn default() -> Self {
        Self::with(Pauses {
            when_well: PAUSE_WHEN_WELL,
            when_failing: PAUSE_WHEN_FAILING,
        })
    }
}

impl Condition {
    fn with(pauses: Pauses) -> Self {
        Self {
            pauses,
            state: Arc::default(),
        }
    }

    /// Records that a write succeeded.
    pub(crate) fn note_success(&self) {
        self.lock().failure = None;
    }

    /// Records that a write failed. The next health check then makes a test write, so that the
    /// failure is not reported for longer than it lasts.
    pub(crate) fn note_failure(&self, error: &LibraryError) {
        let Some(fault) = LibraryFault::of(error) else {
            return;
        };
        let mut state = self.lock();
        if state.failure.replace(fault).is_none() {
            state.pausing = false;
        }
    }

    /// Permits a test write, if one is due. A pause begins when the permission is dropped.
    pub(crate) fn trial(&self) -> Option<TestWritePermit<'_>> {
        let mut state = self.lock();
        if state.pausing {
            return None;
        }
        state.pausing = true;
        Some(TestWritePermit {
            after_failure: state.failure.is_some(),
            condition: self,
        })
    }

    /// Begins a pause. Must be called within a Tokio runtime.
    fn rest(&self) {
        let mut state = self.lock();
        state.pausing = true;
        state.pause += 1;
        let (pause, failing) = (state.pause, state.failure.is_some());
        drop(state);
        let this = self.clone();
        tokio::spawn(async move {
            let time = if failing {
                this.pauses.when_failing
            } else {
                this.pauses.when_well
            };
            tokio::time::sleep(time).await;
            let mut state = this.lock();
            if state.pause == pause {
                state.pausing = false;
            }
        });
    }

    /// The error of the last write, if it failed.
    pub(crate) fn failure(&self) -> Option<LibraryError> {
        self.lock().failure.clone().map(LibraryError::from)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permission for one test write. Until it is dropped, and for a while afterwards, no other is
/// given.
#[derive(Debug)]
pub(crate) struct TestWritePermit<'a> {
    /// Whether the last write failed.
    pub(crate) after_failure: bool,
    condition: &'a Condition,
}

impl Drop for TestWritePermit<'_> {
    fn drop(&mut self) {
        self.condition.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> LibraryError {
        LibraryError::Full("no space".into())
    }

    #[tokio::test]
    async fn the_store_is_probed_periodically_and_after_a_failure() {
        let condition = Condition::with(Pauses {
            when_well: Duration::from_hours(1),
            when_failing: Duration::from_secs(2),
        });
        let due = || condition.trial().map(|trial| trial.after_failure);
        let trial = condition.trial().unwrap();
        assert!(!trial.after_failure);
        assert_eq!(due(), None, "a trial is running");
        drop(trial);
        assert_eq!(due(), None, "too soon after the last trial");
        condition.note_failure(&full());
        assert!(matches!(condition.failure(), Some(LibraryError::Full(_))));
        assert_eq!(due(), Some(true), "the pause is over");
        condition.note_failure(&full());
        assert_eq!(due(), None, "repeated failures start no further trials");
        while due() != Some(true) {
            tokio::time::sleep(Duration::from_millis(100)).await; // the test has a time limit
        }
        condition.note_success();
        assert!(condition.failure().is_none());
    }

    #[test]
    fn an_unreadable_game_is_no_failed_write() {
        let condition = Condition::default();
        condition.note_failure(&LibraryError::Damaged {
            game: String::from("?"),
            reason: String::new(),
        });
        assert!(condition.failure().is_none());
    }
}
