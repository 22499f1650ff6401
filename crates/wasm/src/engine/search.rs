//! The JavaScript object of a search, in a worker. It runs in slices, and the worker receives the
//! messages of the page between two slices. So a search can be stopped at once without shared
//! memory, and it can pause for another search and continue later
//! (docs/decisions/0029-engine-request-queue-in-the-page.md).

use damier_engine::Thinking;
use damier_rules::Position;
use wasm_bindgen::prelude::wasm_bindgen;

use super::browser;
use super::endings::VerdictView;
use super::thought::{Judgement, Thought};
use crate::arguments::{milliseconds, write};
use crate::error::DoorError;

/// A search that is in progress or has ended. It takes some hundred kilobytes until it is freed.
/// The transposition table belongs to the thinker and is shared by all its searches.
#[wasm_bindgen]
pub struct Search {
    position: Position,
    judgement: Judgement,
    verdict: Option<VerdictView>,
    thinking: Thinking,
    clock: PausingClock,
}

impl Search {
    /// A search that has not run yet.
    pub(super) fn new(
        position: Position,
        judgement: Judgement,
        verdict: Option<VerdictView>,
        thinking: Thinking,
    ) -> Search {
        Search {
            position,
            judgement,
            verdict,
            thinking,
            clock: PausingClock::default(),
        }
    }
}

#[wasm_bindgen]
impl Search {
    /// Runs for `slice_ms` milliseconds, or less if a limit is reached. Returns JSON of `Thought`.
    ///
    /// # Errors
    /// None are known.
    pub fn step(&mut self, slice_ms: f64) -> Result<String, DoorError> {
        self.clock.go_on(browser::now_ms());
        let clock = self.clock;
        self.thinking
            .run_for(milliseconds(slice_ms), &|| clock.reading(browser::now_ms()));
        let thought = Thought::of(
            &self.position,
            self.judgement,
            self.verdict,
            self.thinking.progress(),
            self.thinking.best(),
        );
        write(&thought)
    }

    /// Pauses until the next step. The search's clock stops meanwhile.
    pub fn pause(&mut self) {
        self.clock.pause(browser::now_ms());
    }

    /// Ends the search; the next step returns its result.
    pub fn stop(&mut self) {
        self.thinking.stop();
    }
}

/// The clock of one search: the time that has passed, without the pauses.
#[derive(Clone, Copy, Default)]
struct PausingClock {
    /// The total length of all finished pauses, in milliseconds.
    paused_ms: u64,
    /// When the current pause began.
    since: Option<u64>,
}

impl PausingClock {
    fn pause(&mut self, now_ms: u64) {
        self.since.get_or_insert(now_ms);
    }

    fn go_on(&mut self, now_ms: u64) {
        if let Some(since) = self.since.take() {
            self.paused_ms += now_ms.saturating_sub(since);
        }
    }

    fn reading(self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.paused_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::PausingClock;

    #[test]
    fn pauses_do_not_count() {
        let mut clock = PausingClock::default();
        clock.go_on(1_000);
        assert_eq!(clock.reading(1_200), 1_200);
        clock.pause(1_200);
        clock.pause(1_900); // it is already paused
        clock.go_on(2_000);
        assert_eq!(clock.reading(2_000), 1_200);
        clock.pause(2_100);
        clock.go_on(2_400);
        assert_eq!(clock.reading(2_500), 1_400);
    }
}
