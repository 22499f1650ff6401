//! State shared by all faulty players of a run, with the counts of faults and violations.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damier_session::GameId;

use super::book::GameBook;
use super::fault::Fault;
use crate::stage::Stage;

/// How many violations are described; all are counted.
const MOST_TOLD: usize = 20;

/// State shared by all faulty players of a run.
pub(crate) struct Havoc {
    pub(crate) stage: Arc<Stage>,
    /// Probability of a fault, from 0 to 1, for each new position that a player sees.
    pub(crate) rate: f64,
    /// Whether servers are killed, so that a lost connection is expected.
    pub(crate) kills: bool,
    noted: Mutex<Noted>,
}

/// The counts so far.
#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) books: HashMap<GameId, GameBook>,
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
    pub(crate) told: Vec<String>,
}

impl Noted {
    /// The log of a game.
    pub(super) fn book(&mut self, game: GameId) -> &mut GameBook {
        self.books.entry(game).or_default()
    }

    /// Adds the description of a violation.
    pub(super) fn tell(&mut self, what: String) {
        if self.told.len() < MOST_TOLD {
            self.told.push(what);
        }
    }

    /// Records an answer that the protocol does not define.
    pub(super) fn unexpected(&mut self, what: String) {
        self.unexpected += 1;
        self.tell(what);
    }
}

impl Havoc {
    pub(crate) fn new(stage: Arc<Stage>, rate: f64, kills: bool) -> Self {
        Self {
            stage,
            rate,
            kills,
            noted: Mutex::default(),
        }
    }

    pub(crate) fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
