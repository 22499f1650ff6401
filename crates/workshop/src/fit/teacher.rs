//! Labels positions by searching them, for positions that occur in no self-play game.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};

use damier_engine::trained::{Weights, WeightsError};
use damier_engine::{Endings, Engine, Limits};
use damier_rules::{AnyPieces, DrawSettings, Game, Position, Side};

use super::joined;
use super::samples::{NO_RESULT, Sample};
use crate::selfplay::hundredths;

/// Megabytes of the transposition table of each search.
const HASH_MB: usize = 1;

/// A teacher that labels positions by searching them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teacher<'a> {
    /// Searches use these weights.
    pub(super) weights: &'a Weights,
    /// Searches probe these endgame tables.
    pub(super) endings: Option<&'a Endings>,
    /// The number of nodes of each search.
    pub(super) nodes: u64,
    /// Scores are limited to this many hundredths of a man.
    pub(super) decided_at: i16,
    /// The number of threads.
    pub(super) threads: usize,
}

impl Teacher<'_> {
    /// The positions with their labels, in the same order. `tell` is called for each.
    ///
    /// # Errors
    /// The weights do not fit their game.
    pub(super) fn taught(
        &self,
        positions: &[Position],
        tell: impl FnMut(),
    ) -> Result<Vec<Sample>, WeightsError> {
        self.each(positions, tell, |engine, position| {
            self.sample(engine, position)
        })
    }

    /// Maps a list with an engine for each thread, and returns the results in the order of the
    /// list. `tell` is called for each.
    ///
    /// # Errors
    /// The weights do not fit their game.
    pub(super) fn each<T: Sync, S: Send, I: IntoIterator<Item = S>>(
        &self,
        items: &[T],
        mut tell: impl FnMut(),
        act: impl Fn(&Engine, &T) -> I + Sync,
    ) -> Result<Vec<S>, WeightsError> {
        let part = items.len().div_ceil(self.threads.max(1)).max(1);
        let work = |items: &[T], done: Sender<()>| -> Result<Vec<S>, WeightsError> {
            let engine = Engine::with_weights(HASH_MB, self.weights)?;
            let engine = engine.with_endings(self.endings.cloned());
            let mut all = Vec::new();
            for item in items {
                all.extend(act(&engine, item));
                let _ = done.send(()); // the receiver lives until all workers end
            }
            Ok(all)
        };
        std::thread::scope(|scope| {
            let (done, heard) = channel();
            let worker = |items| {
                let (work, done) = (&work, done.clone());
                scope.spawn(move || work(items, done))
            };
            let workers: Vec<_> = items.chunks(part).map(worker).collect();
            drop(done); // the loop below ends when the last worker drops its sender
            for () in heard {
                tell();
            }
            let mut all = Vec::new();
            for worker in workers {
                all.extend(joined(worker)?);
            }
            Ok(all)
        })
    }

    /// The label of a position: the score of one search with a cleared engine.
    pub(super) fn sample(&self, engine: &Engine, position: &Position) -> Option<Sample> {
        let AnyPieces::Narrow(pieces) = position.raw() else {
            return None;
        };
        engine.forget();
        let game = Game::new(*position, DrawSettings::default());
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(self.nodes);
        let answer = engine.analyse(&game, &limits, &|| 0, &stop, |_| {});
        let most = self.decided_at.max(0);
        let score = hundredths(answer.progress.score()?).clamp(-most, most);
        let for_white = match pieces.side {
            Side::White => score,
            Side::Black => -score,
        };
        Some(Sample::new(&pieces, for_white, NO_RESULT))
    }
}
