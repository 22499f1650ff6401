//! What all players of a run share: where the servers are, how fast they play, when they stop, and what they have seen.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_session::GameId;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::figures::Durations;
use crate::ledger::Ledger;
use crate::nodes::{NodePlaces, Opened};

/// How many violations are kept; one is too many.
const MOST_VIOLATIONS: usize = 20;

/// What all players of a run share.
pub(crate) struct Stage {
    pub(crate) places: NodePlaces,
    pub(crate) variant: String,
    /// The time of each side and what a move adds to it, in milliseconds.
    pub(crate) clock_ms: (u64, u64),
    /// From one act of a game to the next.
    pub(crate) pace: Duration,
    /// Whoever is to move after so many moves of both sides resigns.
    pub(crate) longest: Option<u32>,
    /// Becomes true when players are to stop.
    pub(crate) stop: watch::Sender<bool>,
    /// Changes when players who had to go to another server are to go back to their own.
    pub(crate) home: watch::Sender<()>,
    seen: Mutex<Seen>,
    /// Where each player is.
    chairs: Vec<Mutex<Chair>>,
}

/// What was seen so far.
#[derive(Default)]
pub(crate) struct Seen {
    /// From sending a move to its event at the opponent.
    pub(crate) at_the_opponent: Durations,
    /// From sending a move to its `done`.
    pub(crate) acknowledged: Durations,
    /// From sending a move to its event at somebody who watches.
    pub(crate) at_watchers: Durations,
    /// Whether durations are gathered now.
    pub(crate) measures: bool,
    /// Acts that were acknowledged.
    pub(crate) ledger: Ledger,
    /// Games that were begun, for the ledger.
    pub(crate) games: Vec<GameId>,
    /// Games that came to an end.
    pub(crate) ended: u64,
    /// Answers with the status 500 while games were begun.
    pub(crate) server_errors: u64,
    pub(crate) violations: Vec<String>,
}

/// Where a player is, as far as it tells whether he is level with the journal.
#[derive(Debug, Clone, Copy, Default)]
struct Chair {
    /// The connection over which he was welcomed last; `None` between two games.
    welcomed: Option<Opened>,
    /// Whether he sits at a game.
    sits: bool,
    /// Since when he waits for an answer.
    waits_since: Option<Instant>,
}

impl Stage {
    pub(crate) fn new(places: NodePlaces, variant: &str, players: usize, pace: Duration) -> Self {
        Self {
            places,
            variant: variant.to_owned(),
            clock_ms: (600_000, 5_000),
            pace,
            longest: None,
            stop: watch::channel(false).0,
            home: watch::channel(()).0,
            seen: Mutex::default(),
            chairs: (0..players).map(|_| Mutex::default()).collect(),
        }
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Something happened that must not.
    pub(crate) fn violation(&self, what: impl Into<String>) {
        let mut seen = self.seen();
        if seen.violations.len() < MOST_VIOLATIONS {
            seen.violations.push(what.into());
        }
    }

    fn chair(&self, player: usize) -> MutexGuard<'_, Chair> {
        self.chairs[player]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The player sits down at a game, or leaves it.
    pub(crate) fn sits(&self, player: usize, sits: bool) {
        *self.chair(player) = Chair {
            sits,
            ..Chair::default()
        };
    }

    /// The player was welcomed over this connection, so he has all of the game.
    pub(crate) fn welcomed(&self, player: usize, over: Opened) {
        self.chair(player).welcomed = Some(over);
    }

    /// The player ends his connection, for another one.
    pub(crate) fn leaves(&self, player: usize) {
        self.chair(player).welcomed = None;
    }

    /// The player waits for an answer, or has it.
    pub(crate) fn waits(&self, player: usize, since: Option<Instant>) {
        self.chair(player).waits_since = since;
    }

    /// How many players are not level: those whose connection was lost with a server and who were not welcomed since, and those
    /// who wait for an answer to what they sent before a moment.
    pub(crate) fn not_level(&self, since: Instant) -> usize {
        let behind = |player: &usize| {
            let chair = self.chair(*player);
            let lost = chair.welcomed.is_none_or(|over| !self.places.lives(over));
            chair.sits && (lost || chair.waits_since.is_some_and(|sent| sent <= since))
        };
        (0..self.chairs.len()).filter(behind).count()
    }

    /// How many players sit at another server than their own, which is the one of their number.
    pub(crate) fn away_from_home(&self) -> usize {
        let away = |player: &usize| {
            let Chair { welcomed, sits, .. } = *self.chair(*player);
            sits && welcomed.is_none_or(|over| over.node != player % self.places.count())
        };
        (0..self.chairs.len()).filter(away).count()
    }

    /// Why players are not level: the first few, in words.
    pub(crate) fn why_not_level(&self, since: Instant) -> String {
        let told = self.chairs.iter().enumerate().filter_map(|(number, _)| {
            let Chair {
                welcomed,
                sits,
                waits_since,
            } = *self.chair(number);
            let lost = welcomed.is_none_or(|over| !self.places.lives(over));
            let waits = waits_since.filter(|sent| *sent <= since);
            (sits && (lost || waits.is_some())).then(|| match (lost, waits) {
                (true, _) => format!("player {number} was not welcomed"),
                (false, Some(sent)) => {
                    format!("player {number} has had no answer for {:?}", sent.elapsed())
                }
                (false, None) => String::new(),
            })
        });
        told.take(5).collect::<Vec<_>>().join("; ")
    }

    /// How many players sit at a game and were welcomed.
    pub(crate) fn seated(&self) -> usize {
        let seated = |player: &usize| {
            let chair = self.chair(*player);
            chair.sits && chair.welcomed.is_some()
        };
        (0..self.chairs.len()).filter(seated).count()
    }
}
