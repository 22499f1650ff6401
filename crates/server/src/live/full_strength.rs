//! The server's engine at full strength. It searches for seconds in slots of its own, one for four
//! processors, which leaves the rest to other levels and everything else. With many boards each
//! gets less time, so that all are answered within seconds; a board whose clock does not permit
//! waiting is answered by a lower level.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use damier_session::Want;
use damier_session::computer::{ComputerPlayer, ThinkingTime};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::live::cluster::now;
use crate::live::engine_request::{SearchRequest, in_a_thread};

/// The longest search, in milliseconds.
const LONGEST_MS: u64 = 3_000;

/// The longest search with fewer processors than [`SMALL_MACHINE_PROCESSORS`], in milliseconds: the
/// one slot takes at least half of the machine, and the other levels search beside it.
const LONGEST_MS_ON_SMALL_MACHINES: u64 = 1_000;

/// A machine with fewer processors is small.
const SMALL_MACHINE_PROCESSORS: usize = 4;

/// The shortest search under load, in milliseconds, unless the clock permits less.
const SHORTEST_MS: u64 = 100;

/// The target time for answering all waiting boards, in milliseconds, as far as the shortest search
/// permits.
const ROUND_MS: u64 = 4_000;

/// How long a board waits for a slot. With the longest search that is less than the time after
/// which the engine's move is overdue.
const WAIT_TIMEOUT: Duration = Duration::from_secs(5);

/// The fraction of its remaining clock time that a board may wait.
const WAIT_PART: u32 = 8;

/// The slots, and at most one engine for each, created on first use.
#[derive(Debug)]
pub(crate) struct FullStrength {
    slots: Arc<Semaphore>,
    workers: u64,
    longest_ms: u64,
    /// How many boards wait or are searched.
    due: Arc<AtomicU64>,
    players: Arc<Mutex<Vec<ComputerPlayer>>>,
}

impl Default for FullStrength {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with(
            (processors / SMALL_MACHINE_PROCESSORS).clamp(1, 4),
            longest_ms(processors),
        )
    }
}

/// Counts one board as due until it is dropped.
struct PendingBoard(Arc<AtomicU64>);

impl Drop for PendingBoard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The slot of a board, and its search time.
pub(crate) struct BoardSlot {
    time: ThinkingTime,
    players: Arc<Mutex<Vec<ComputerPlayer>>>,
    permit: OwnedSemaphorePermit,
    due: PendingBoard,
}

impl FullStrength {
    /// So many slots, and the longest search in milliseconds.
    pub(crate) fn with(workers: usize, longest_ms: u64) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(workers)),
            workers: workers as u64,
            longest_ms,
            due: Arc::default(),
            players: Arc::default(),
        }
    }

    /// How many slots are free.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        self.slots.available_permits()
    }

    /// A slot for a board; `None` if none becomes free in the time that the board can wait.
    pub(crate) async fn slot(&self, request: &SearchRequest) -> Option<BoardSlot> {
        self.due.fetch_add(1, Ordering::Relaxed);
        let due = PendingBoard(self.due.clone());
        let wait = request
            .left()
            .map_or(WAIT_TIMEOUT, |left| WAIT_TIMEOUT.min(left / WAIT_PART));
        let permit = timeout(wait, self.slots.clone().acquire_owned()).await;
        let permit = permit.ok()?.ok()?;
        let due_boards = self.due.load(Ordering::Relaxed);
        let max_move_ms = share_ms(self.workers, due_boards, self.longest_ms);
        let time = ThinkingTime::of(
            &request.session,
            request.side,
            request.now_ms(),
            max_move_ms,
        );
        Some(BoardSlot {
            time,
            players: self.players.clone(),
            permit,
            due,
        })
    }
}

impl BoardSlot {
    /// The engine's decision after searching for the given time.
    pub(crate) async fn search(self, request: Arc<SearchRequest>) -> Option<Want> {
        let Self {
            time,
            players,
            permit,
            due,
        } = self;
        in_a_thread(move || {
            // Held until the thread has finished, also if the search was stopped.
            let _held = (permit, due);
            let kept = players.lock().pop();
            let player = kept.unwrap_or_else(ComputerPlayer::with_large_table);
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
            } = &*request;
            let want = player.next_command_within(session, *side, *seed, time, &clock, stop);
            let mut kept = players.lock();
            kept.push(player);
            want
        })
        .await
    }
}

/// The longest search with so many processors, in milliseconds.
const fn longest_ms(processors: usize) -> u64 {
    if processors < SMALL_MACHINE_PROCESSORS {
        LONGEST_MS_ON_SMALL_MACHINES
    } else {
        LONGEST_MS
    }
}

/// The longest total time of waiting and searching.
#[cfg(test)]
fn longest() -> Duration {
    WAIT_TIMEOUT + Duration::from_millis(LONGEST_MS)
}

/// The search time of one of so many boards, in milliseconds.
fn share_ms(workers: u64, due: u64, longest_ms: u64) -> u64 {
    let share = ROUND_MS.saturating_mul(workers) / due.max(1);
    let alone = if due <= workers { longest_ms } else { share };
    alone.max(SHORTEST_MS).min(longest_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_searches_get_less_time_each_and_end_within_seconds() {
        assert_eq!(share_ms(1, 1, LONGEST_MS), LONGEST_MS);
        assert_eq!(share_ms(4, 4, LONGEST_MS), LONGEST_MS);
        assert_eq!(share_ms(1, 2, LONGEST_MS), 2_000);
        for (workers, due) in [(1, 8), (1, 30), (2, 30), (4, 30)] {
            let share = share_ms(workers, due, LONGEST_MS);
            assert!(
                share >= SHORTEST_MS && share * due <= ROUND_MS * workers,
                "{share}"
            );
        }
        assert_eq!(share_ms(1, 1_000, LONGEST_MS), SHORTEST_MS);
        assert!(
            longest() < Duration::from_secs(10),
            "its move is overdue later"
        );
    }

    #[test]
    fn a_small_machine_searches_for_less_time() {
        assert_eq!([1, 2, 3].map(longest_ms), [1_000; 3]);
        assert_eq!([4, 16].map(longest_ms), [3_000; 2]);
    }
}
