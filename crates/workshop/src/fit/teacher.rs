//! What searches see of positions that no game of self-play has told of.

use std::sync::atomic::AtomicBool;
use std::thread::ScopedJoinHandle;

use damier_engine::trained::Weights;
use damier_engine::{Endings, Engine, Limits};
use damier_rules::{AnyPieces, DrawSettings, Game, Position, Side};

use super::samples::Sample;
use crate::selfplay::hundredths;

/// Megabytes of the memory of each search.
const HASH_MB: usize = 1;

/// Who judges positions by searching them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teacher<'a> {
    /// By these weights.
    pub(super) weights: &'a Weights,
    /// Asking these tables.
    pub(super) endings: Option<&'a Endings>,
    /// Positions visited by each search.
    pub(super) nodes: u64,
    /// Nothing is worth more hundredths of a man than this.
    pub(super) decided_at: i16,
    /// Threads to work on.
    pub(super) threads: usize,
}

impl Teacher<'_> {
    /// What is seen of the positions, in their order.
    pub(super) fn taught(&self, positions: &[Position]) -> Vec<Sample> {
        self.each(positions, |engine, position, samples| {
            samples.extend(self.sample(engine, position));
        })
    }

    /// Does something with each item of a list and an engine that has forgotten everything, on all threads. Neither
    /// the order of what comes of it nor that itself depends on how many there are.
    pub(super) fn each<T: Sync, S: Send>(
        &self,
        items: &[T],
        act: impl Fn(&Engine, &T, &mut Vec<S>) + Sync,
    ) -> Vec<S> {
        let part = items.len().div_ceil(self.threads.max(1)).max(1);
        let work = |items: &[T]| -> Vec<S> {
            let mut done = Vec::new();
            let Ok(engine) = Engine::with_weights(HASH_MB, self.weights) else {
                return done;
            };
            let engine = engine.with_endings(self.endings.cloned());
            for item in items {
                engine.forget();
                act(&engine, item, &mut done);
            }
            done
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = items
                .chunks(part)
                .map(|items| scope.spawn(|| work(items)))
                .collect();
            let join = |worker: ScopedJoinHandle<'_, Vec<S>>| worker.join().unwrap_or_default();
            workers.into_iter().flat_map(join).collect()
        })
    }

    /// What one search sees.
    pub(super) fn sample(&self, engine: &Engine, position: &Position) -> Option<Sample> {
        let AnyPieces::Narrow(pieces) = position.raw() else {
            return None;
        };
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
        Some(Sample::new(&pieces, for_white, 1))
    }
}
