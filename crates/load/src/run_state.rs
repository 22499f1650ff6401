//! State shared by all players of a run: addresses, pace, stop signal and measurements.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_session::GameId;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::figures::Durations;
use crate::ledger::Ledger;
use crate::nodes::{ConnectionNode, NodeAddresses};

/// How many violations are recorded in words.
const MAX_VIOLATIONS: usize = 20;

/// State shared by all players of a run.
pub(crate) struct RunState {
    pub(crate) places: NodeAddresses,
    pub(crate) variant: String,
    /// The initial time of each side and the increment, in milliseconds.
    pub(crate) clock_ms: (u64, u64),
    /// The interval between two acts of a game.
    pub(crate) pace: Duration,
    /// The side to move resigns after this many moves of both sides.
    pub(crate) longest: Option<u32>,
    /// Becomes true when players must stop.
    pub(crate) stop: watch::Sender<bool>,
    /// Changes when players at another server must return to their own.
    pub(crate) rebalance: watch::Sender<()>,
    seen: Mutex<Seen>,
    /// The status of each player.
    statuses: Vec<Mutex<PlayerStatus>>,
}

/// The measurements so far.
#[derive(Default)]
pub(crate) struct Seen {
    /// From sending a move to its event at the opponent.
    pub(crate) at_the_opponent: Durations,
    /// From sending a move to its `done`.
    pub(crate) acknowledged: Durations,
    /// From sending a move to its event at a spectator.
    pub(crate) at_watchers: Durations,
    /// Whether durations are recorded now.
    pub(crate) measures: bool,
    /// The acknowledged acts.
    pub(crate) ledger: Ledger,
    /// The games that were started, for the ledger.
    pub(crate) games: Vec<GameId>,
    /// The number of games that ended.
    pub(crate) ended: u64,
    /// Responses with status 500 while games were started.
    pub(crate) server_errors: u64,
    pub(crate) violations: Vec<String>,
}

/// A player's status, which decides whether the player is in sync with the journal.
#[derive(Debug, Clone, Copy, Default)]
struct PlayerStatus {
    /// The connection that received the last `welcome`; `None` between two games.
    welcomed: Option<ConnectionNode>,
    /// Whether the player has joined a game.
    is_playing: bool,
    /// Since when the player waits for an answer.
    waits_since: Option<Instant>,
}

impl RunState {
    pub(crate) fn new(
        places: NodeAddresses,
        variant: &str,
        players: usize,
        pace: Duration,
    ) -> Self {
        Self {
            places,
            variant: variant.to_owned(),
            clock_ms: (600_000, 5_000),
            pace,
            longest: None,
            stop: watch::channel(false).0,
            rebalance: watch::channel(()).0,
            seen: Mutex::default(),
            statuses: (0..players).map(|_| Mutex::default()).collect(),
        }
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Records the violation of an invariant.
    pub(crate) fn violation(&self, what: impl Into<String>) {
        let mut seen = self.seen();
        if seen.violations.len() < MAX_VIOLATIONS {
            seen.violations.push(what.into());
        }
    }

    fn status(&self, player: usize) -> MutexGuard<'_, PlayerStatus> {
        self.statuses[player]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the player joined or left a game.
    pub(crate) fn set_playing(&self, player: usize, is_playing: bool) {
        *self.status(player) = PlayerStatus {
            is_playing,
            ..PlayerStatus::default()
        };
    }

    /// Records that the player received a `welcome`, and thus the whole game, over this connection.
    pub(crate) fn welcomed(&self, player: usize, over: ConnectionNode) {
        self.status(player).welcomed = Some(over);
    }

    /// Records that the player closed its connection to open another one.
    pub(crate) fn leaves(&self, player: usize) {
        self.status(player).welcomed = None;
    }

    /// Records since when the player waits for an answer, or that it has one.
    pub(crate) fn waits(&self, player: usize, since: Option<Instant>) {
        self.status(player).waits_since = since;
    }

    /// The number of players out of sync: they have received no `welcome` since their server was
    /// killed, or wait for an answer since before `since`.
    pub(crate) fn out_of_sync(&self, since: Instant) -> usize {
        let behind = |player: &usize| {
            let status = self.status(*player);
            let lost = status
                .welcomed
                .is_none_or(|over| !self.places.is_current(over));
            status.is_playing && (lost || status.waits_since.is_some_and(|sent| sent <= since))
        };
        (0..self.statuses.len()).filter(behind).count()
    }

    /// The number of players at another server than their own.
    pub(crate) fn on_other_nodes(&self) -> usize {
        let away = |player: &usize| {
            let PlayerStatus {
                welcomed,
                is_playing,
                ..
            } = *self.status(*player);
            is_playing && welcomed.is_none_or(|over| over.node != player % self.places.count())
        };
        (0..self.statuses.len()).filter(away).count()
    }

    /// Why players are out of sync, the first few only.
    pub(crate) fn out_of_sync_reasons(&self, since: Instant) -> String {
        let reasons = self.statuses.iter().enumerate().filter_map(|(number, _)| {
            let PlayerStatus {
                welcomed,
                is_playing,
                waits_since,
            } = *self.status(number);
            let lost = welcomed.is_none_or(|over| !self.places.is_current(over));
            let waits = waits_since.filter(|sent| *sent <= since);
            (is_playing && (lost || waits.is_some())).then(|| match (lost, waits) {
                (true, _) => format!("player {number} has received no welcome"),
                (false, Some(sent)) => {
                    format!("player {number} has had no answer for {:?}", sent.elapsed())
                }
                (false, None) => String::new(),
            })
        });
        reasons.take(5).collect::<Vec<_>>().join("; ")
    }

    /// The number of players that are at a game and have received a `welcome`.
    pub(crate) fn seated(&self) -> usize {
        let seated = |player: &usize| {
            let status = self.status(*player);
            status.is_playing && status.welcomed.is_some()
        };
        (0..self.statuses.len()).filter(seated).count()
    }
}
