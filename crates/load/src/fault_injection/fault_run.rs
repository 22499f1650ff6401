//! State shared by all faulty players of a run, with the counts of faults and violations.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damier_session::GameId;

use super::fault::Fault;
use super::game_log::GameLog;
use crate::run_state::RunState;

/// How many violations are described; all are counted.
const MAX_DESCRIBED: usize = 20;

/// State shared by all faulty players of a run.
pub(crate) struct FaultRun {
    pub(crate) run: Arc<RunState>,
    /// Probability of a fault, from 0 to 1, for each new position that a player sees.
    pub(crate) rate: f64,
    /// Whether servers are killed, so that a lost connection is expected.
    pub(crate) kills: bool,
    counts: Mutex<FaultCounts>,
}

/// The counts so far.
#[derive(Default)]
pub(crate) struct FaultCounts {
    pub(crate) logs: HashMap<GameId, GameLog>,
    /// How often each fault was injected.
    pub(crate) faults: [u64; Fault::ALL.len()],
    /// Failed connections and requests while servers are killed.
    pub(crate) unanswered: u64,
    /// Acts that had to be rejected and were accepted.
    pub(crate) accepted: u64,
    /// Commands that were answered as two acts.
    pub(crate) doubled: u64,
    /// Events that differ from an earlier copy of the same event.
    pub(crate) differing: u64,
    /// Answers that the protocol does not define for what was sent.
    pub(crate) unexpected: u64,
    /// Descriptions of violations, the first ones only.
    pub(crate) described: Vec<String>,
}

impl FaultCounts {
    /// The log of a game.
    pub(super) fn log(&mut self, game: GameId) -> &mut GameLog {
        self.logs.entry(game).or_default()
    }

    /// Adds the description of a violation.
    pub(super) fn describe(&mut self, what: String) {
        if self.described.len() < MAX_DESCRIBED {
            self.described.push(what);
        }
    }

    /// Records an answer that the protocol does not define.
    pub(super) fn unexpected(&mut self, what: String) {
        self.unexpected += 1;
        self.describe(what);
    }
}

impl FaultRun {
    pub(crate) fn new(run: Arc<RunState>, rate: f64, kills: bool) -> Self {
        Self {
            run,
            rate,
            kills,
            counts: Mutex::default(),
        }
    }

    pub(crate) fn counts(&self) -> MutexGuard<'_, FaultCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
