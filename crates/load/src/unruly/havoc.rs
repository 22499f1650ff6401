//! What all unruly players of a run share, and what is noted of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damier_session::GameId;

use super::book::GameBook;
use super::fault::Fault;
use crate::stage::Stage;

/// How many unexpected things are told in words; all are counted.
const MOST_TOLD: usize = 20;

/// What all unruly players of a run share.
pub(crate) struct Havoc {
    pub(crate) stage: Arc<Stage>,
    /// How often something goes wrong, from 0 to 1, at each look of a player at a new position.
    pub(crate) rate: f64,
    /// Whether servers are killed, so that a lost connection is nothing to wonder at.
    pub(crate) kills: bool,
    noted: Mutex<Noted>,
}

/// What has happened so far.
#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) books: HashMap<GameId, GameBook>,
    /// How often each fault was made.
    pub(crate) faults: [u64; Fault::ALL.len()],
    /// Connections and requests that came to nothing, where servers are killed.
    pub(crate) unanswered: u64,
    /// Acts that must be refused and were done.
    pub(crate) accepted: u64,
    /// One command that was answered as two acts.
    pub(crate) doubled: u64,
    /// What the server told of a game and had told otherwise before.
    pub(crate) differing: u64,
    /// Answers that the protocol does not have for what was sent.
    pub(crate) unexpected: u64,
    /// What was wrong, in words; the first ones.
    pub(crate) told: Vec<String>,
}

impl Noted {
    /// The book of a game.
    pub(super) fn book(&mut self, game: GameId) -> &mut GameBook {
        self.books.entry(game).or_default()
    }

    /// Something that is wrong, in words.
    pub(super) fn tell(&mut self, what: String) {
        if self.told.len() < MOST_TOLD {
            self.told.push(what);
        }
    }

    /// An answer that the protocol does not have for what was sent.
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
