//! An opening book that is grown from our own searches, position by position. The next position is
//! always the one that good play of both sides is most likely to reach.
//!
//! The engine is cleared before every search, so that values depend on the position only. An
//! interrupted run therefore continues where it stopped, and with one thread a run always grows the
//! same book. With several threads the searches end in varying order, so the choice of positions
//! can differ.

mod file;
mod graph;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use damier_engine::{Engine, Limits, Score};
use damier_rules::{DrawSettings, Game, Position, Variant};

use crate::mark::mark;

pub use file::{GrowthError, Head, read};
pub use graph::{Graph, Leaf};

/// How a book is grown.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The game of the family.
    pub variant: Variant,
    /// How many positions the book has in the end.
    pub positions: usize,
    /// The number of nodes searched for each move of an expanded position.
    pub nodes: u64,
    /// How many positions are expanded at the same time.
    pub threads: usize,
}

/// The largest value, in hundredths of a man.
const MAX_VALUE: i16 = 10_000;

/// What the threads share.
struct Shared {
    graph: Graph,
    file: std::fs::File,
    /// The keys of the positions that are being searched.
    busy: HashSet<u64>,
    failed: Option<std::io::Error>,
}

impl Growth {
    /// Expands positions until there are as many as requested, none is left, or `stop` is set.
    /// Positions in progress when it stops are lost. `tell` is called after each expanded position.
    /// Returns the graph in the file.
    ///
    /// # Errors
    /// The file cannot be written, or was grown with other settings.
    pub fn run(
        &self,
        path: &Path,
        engine: impl Fn() -> Engine + Sync,
        stop: &AtomicBool,
        tell: impl Fn(&Graph) + Sync,
    ) -> Result<Graph, GrowthError> {
        let head = Head {
            variant: self.variant,
            nodes: self.nodes,
            mark: mark(&engine(), self.variant),
        };
        let (file, graph) = file::append(path, &head)?;
        let shared = Mutex::new(Shared {
            graph,
            file,
            busy: HashSet::new(),
            failed: None,
        });
        let grown = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| self.work(&engine(), &shared, &grown, stop, &tell));
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.failed {
            Some(error) => Err(error.into()),
            None => Ok(shared.graph),
        }
    }

    /// The work of one thread.
    fn work(
        &self,
        engine: &Engine,
        shared: &Mutex<Shared>,
        grown: &Condvar,
        stop: &AtomicBool,
        tell: &impl Fn(&Graph),
    ) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Ordering::Relaxed) {
            let mut held = lock();
            let (leaf, position) = loop {
                if held.graph.len() + held.busy.len() >= self.positions {
                    return;
                }
                let next = held.graph.next(&held.busy);
                match next.and_then(|leaf| Some((leaf, held.graph.position(leaf)?))) {
                    Some(found) => break found,
                    None if held.busy.is_empty() => return,
                    // Results of other threads may add new leaves.
                    None => held = grown.wait(held).unwrap_or_else(PoisonError::into_inner),
                }
            };
            held.busy.insert(position.hash());
            drop(held);
            let values = self.values(&position, engine, stop);
            let mut held = lock();
            let shared = &mut *held;
            shared.busy.remove(&position.hash());
            if let Some(values) = values {
                if let Err(error) = shared.file.write_all(&file::to_bytes(leaf, &values)) {
                    shared.failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                } else if shared.graph.add(leaf, &values) {
                    shared.graph.settle();
                    tell(&shared.graph);
                }
            }
            grown.notify_all();
        }
    }

    /// The value of each legal move for the side that plays it; `None` if the search was stopped.
    fn values(&self, position: &Position, engine: &Engine, stop: &AtomicBool) -> Option<Vec<i16>> {
        engine.forget();
        let mut values = Vec::new();
        for played in position.legal_moves() {
            let after = position.play(&played).ok()?;
            let value = match after.outcome() {
                Some(outcome) => match outcome.winner {
                    Some(winner) if winner == position.side() => MAX_VALUE.into(),
                    Some(_) => -i32::from(MAX_VALUE),
                    None => 0,
                },
                None => -self.searched(after, engine, stop)?.rank(),
            };
            values.push(value.clamp((-MAX_VALUE).into(), MAX_VALUE.into()) as i16);
        }
        Some(values)
    }

    /// The score of a search; `None` if the search was stopped.
    fn searched(&self, position: Position, engine: &Engine, stop: &AtomicBool) -> Option<Score> {
        let game = Game::new(position, DrawSettings::default());
        let search = |limits| engine.analyse(&game, &limits, &|| 0, stop, |_| {});
        let found = search(Limits::nodes(self.nodes)).progress.score();
        // In a position with many captures, so few nodes may not even complete the first ply.
        let score = found.or_else(|| search(Limits::depth(1)).progress.score());
        score.filter(|_| !stop.load(Ordering::Relaxed))
    }
}
