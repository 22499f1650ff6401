//! The strongest level of the computer on this node. It thinks for seconds where it may, at places of its own: so many at once as a quarter of the
//! processors, so that the other levels and everything else have the rest. Where many boards wait for it, each gets less, so that all of them are
//! answered in a few seconds; and a board whose clock does not let it wait is answered like the level below. Called by `engine.rs`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damier_session::Want;
use damier_session::computer::{ComputerPlayer, ThinkingTime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::live::cluster::now;
use crate::live::engine_request::{SearchRequest, in_a_thread};

/// The longest that it thinks about a move, in milliseconds.
const MOST_MS: u64 = 3_000;

/// The same where there are fewer processors than [`FEW`]: there its one place is half of the machine or all of it, and the other levels think beside it.
const MOST_MS_OF_FEW: u64 = 1_000;

/// Fewer processors than so many are few.
const FEW: usize = 4;

/// The shortest that it is given where many wait, in milliseconds, unless its clock allows less.
const LEAST_MS: u64 = 100;

/// In how long all who wait are answered, as long as the shortest time allows it, in milliseconds.
const ROUND_MS: u64 = 4_000;

/// How long a board waits for a place at most. With the time to think that is less than the time after which the server misses the computer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What part of the time on its clock may pass with that.
const WAITS_LEFT: u32 = 8;

/// The places at which it thinks, and the engines, made when they are needed first: at most one for each place.
#[derive(Debug)]
pub(crate) struct FullStrength {
    places: Arc<Semaphore>,
    workers: u64,
    most_ms: u64,
    /// How many boards wait or are thought about.
    due: Arc<AtomicU64>,
    players: Arc<Mutex<Vec<ComputerPlayer>>>,
}

impl Default for FullStrength {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with((processors / FEW).clamp(1, 4), most_ms(processors))
    }
}

/// One board more is due, until this is dropped.
struct Due(Arc<AtomicU64>);

impl Drop for Due {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A place that a board has, and how long it may be thought about there.
pub(crate) struct Place {
    time: ThinkingTime,
    players: Arc<Mutex<Vec<ComputerPlayer>>>,
    permit: OwnedSemaphorePermit,
    due: Due,
}

impl FullStrength {
    /// So many places, and the longest that it thinks about a move, in milliseconds.
    pub(crate) fn with(workers: usize, most_ms: u64) -> Self {
        Self {
            places: Arc::new(Semaphore::new(workers)),
            workers: workers as u64,
            most_ms,
            due: Arc::default(),
            players: Arc::default(),
        }
    }

    /// How many places are free.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        self.places.available_permits()
    }

    /// A place for a board; `None` where none is free for longer than the board can wait.
    pub(crate) async fn place(&self, question: &SearchRequest) -> Option<Place> {
        self.due.fetch_add(1, Ordering::Relaxed);
        let due = Due(self.due.clone());
        let patience = question
            .left()
            .map_or(PATIENCE, |left| PATIENCE.min(left / WAITS_LEFT));
        let permit = timeout(patience, self.places.clone().acquire_owned()).await;
        let permit = permit.ok()?.ok()?;
        let most_ms = share_ms(self.workers, self.due.load(Ordering::Relaxed), self.most_ms);
        let time = ThinkingTime::of(&question.session, question.side, question.now_ms(), most_ms);
        Some(Place {
            time,
            players: self.players.clone(),
            permit,
            due,
        })
    }
}

impl Place {
    /// What the computer wants, after it has thought for as long as it may.
    pub(crate) async fn think(self, question: Arc<SearchRequest>) -> Option<Want> {
        let Self {
            time,
            players,
            permit,
            due,
        } = self;
        in_a_thread(move || {
            // Held until the thread is done, also where nobody waits for it any more.
            let _held = (permit, due);
            let kept = players.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let player = kept.unwrap_or_else(ComputerPlayer::patient);
            let began = now();
            let clock = || {
                let passed = now().saturating_duration_since(began).as_millis();
                u64::try_from(passed).unwrap_or(u64::MAX)
            };
            let SearchRequest {
                session,
                side,
                seed,
                stop,
                ..
            } = &*question;
            let want = player.wants_within(session, *side, *seed, time, &clock, stop);
            let mut kept = players.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(player);
            want
        })
        .await
    }
}

/// The longest that it thinks about a move with so many processors, in milliseconds.
const fn most_ms(processors: usize) -> u64 {
    if processors < FEW {
        MOST_MS_OF_FEW
    } else {
        MOST_MS
    }
}

/// The longest that a board waits and is thought about.
#[cfg(test)]
pub(crate) fn longest() -> Duration {
    PATIENCE + Duration::from_millis(MOST_MS)
}

/// How long one of so many boards is thought about, in milliseconds.
fn share_ms(workers: u64, due: u64, most_ms: u64) -> u64 {
    let share = ROUND_MS.saturating_mul(workers) / due.max(1);
    let alone = if due <= workers { most_ms } else { share };
    alone.max(LEAST_MS).min(most_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_many_wait_each_gets_less_and_all_are_answered_in_a_few_seconds() {
        assert_eq!(share_ms(1, 1, MOST_MS), MOST_MS);
        assert_eq!(share_ms(4, 4, MOST_MS), MOST_MS);
        assert_eq!(share_ms(1, 2, MOST_MS), 2_000);
        for (workers, due) in [(1, 8), (1, 30), (2, 30), (4, 30)] {
            let share = share_ms(workers, due, MOST_MS);
            assert!(
                share >= LEAST_MS && share * due <= ROUND_MS * workers,
                "{share}"
            );
        }
        assert_eq!(share_ms(1, 1_000, MOST_MS), LEAST_MS);
        assert!(
            longest() < Duration::from_secs(10),
            "the server misses it later"
        );
    }

    #[test]
    fn a_small_machine_is_not_kept_busy_for_long() {
        assert_eq!([1, 2, 3].map(most_ms), [1_000; 3]);
        assert_eq!([4, 16].map(most_ms), [3_000; 2]);
    }
}
