//! Problems: positions of games in which one move, and only one, wins something by a shot.
//!
//! Games of weak players contain many missed shots. Each position of a game gets a small search. If
//! that suggests a shot, `proof` checks that there is exactly one way to win by searching every
//! other move. A proved problem is rated by the levels that find it and appended to a file, from
//! which the parts for the page are packed.
//!
//! A game that the levels play depends only on its number and the seed of the run, so a resumed run
//! plays the same games. `docs/decisions/0041-problems-from-weak-games-with-unique-solutions.md`
//! gives the reasons for the bounds.

mod check;
mod found_file;
mod games;
mod pack;
mod proof;
mod rating;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use damier_coach::problem::Problem;
use damier_engine::Engine;
use damier_rules::{Kind, Move, Position, Side, Variant};

pub use check::{Doubt, check, check_by, confirmed};
pub use found_file::{FoundError, read};
pub use pack::{Packed, each_shot_once, pack, sample};
pub use proof::{Bounds, LEAST};

use found_file::FoundFile;
use games::Source;

/// The size of each engine's transposition table, in megabytes: it fits into a CPU cache.
const HASH_MB: usize = 4;

/// A game supplied by the caller, to be searched for problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenGame {
    /// Its name in the source column of its problems, without a TAB. A number computed from its
    /// moves is appended there, since two files may have the same name.
    pub name: String,
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A search for problems.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The variant.
    pub variant: Variant,
    /// The number of games that the levels play.
    pub games: u64,
    /// Given games, which are searched first.
    pub given: Vec<GivenGame>,
    /// The seed of the games of the levels.
    pub seed: u64,
    /// The number of games searched at the same time.
    pub threads: usize,
    /// The bounds of a proof.
    pub bounds: Bounds,
}

/// The progress of a search for problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HuntProgress {
    /// The searched games, including those of earlier runs.
    pub games: usize,
    /// The searched games of this run.
    pub looked_at: usize,
    /// Positions of this run without a capture.
    pub positions: u64,
    /// How many of them suggested a shot.
    pub candidates: u64,
    /// Problems in the file; a shot that is possible in two positions counts twice.
    pub problems: usize,
}

impl Hunt {
    /// Searches games until all are searched or `stop` is set. Games in progress at that moment are
    /// dropped; they take a second at most. `tell` is called after each game.
    ///
    /// # Errors
    /// The file cannot be written, or it holds problems of another game, seed or bounds.
    pub fn run(
        &self,
        path: &Path,
        stop: &AtomicBool,
        tell: impl Fn(&HuntProgress) + Sync,
    ) -> Result<HuntProgress, FoundError> {
        let (file, held) = FoundFile::append(path, self.variant, &self.how())?;
        let progress = HuntProgress {
            games: held.games.len(),
            problems: held.problems,
            ..HuntProgress::default()
        };
        // The games that are finished or in progress.
        let taken: Mutex<HashSet<String>> = Mutex::new(held.games);
        let shared = Mutex::new((file, progress, None));
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let engine = Engine::new(HASH_MB);
                    while let Some(source) = self.source(next.fetch_add(1, Ordering::Relaxed)) {
                        let name = source.name();
                        let mut games = taken.lock().unwrap_or_else(PoisonError::into_inner);
                        if !games.insert(name.clone()) {
                            continue;
                        }
                        drop(games);
                        let Some(looked) = games::look(self, &source, &engine, stop) else {
                            return;
                        };
                        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        let (file, progress, failed) = &mut *shared;
                        if let Err(error) = file.write(&name, &looked.problems) {
                            *failed = Some(error);
                            stop.store(true, Ordering::Relaxed);
                            return;
                        }
                        progress.games += 1;
                        progress.looked_at += 1;
                        progress.positions += looked.positions;
                        progress.candidates += looked.candidates;
                        progress.problems += looked.problems.len();
                        tell(progress);
                    }
                });
            }
        });
        let (_, progress, failed) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(progress),
        }
    }

    /// The game with this number; given games come first.
    fn source(&self, number: u64) -> Option<Source<'_>> {
        let given = self.given.len() as u64;
        match usize::try_from(number)
            .ok()
            .and_then(|number| self.given.get(number))
        {
            Some(game) => Some(Source::Given(game)),
            None if number - given < self.games => Some(Source::Made(number - given)),
            None => None,
        }
    }

    /// The settings of the search that the file records, besides the variant.
    fn how(&self) -> String {
        let Bounds { won, level, nodes } = self.bounds;
        format!(
            "seed {}, won from {won}, others up to {level}, {nodes} positions a proof",
            self.seed
        )
    }
}

/// White's material lead in men; a king counts as three.
fn balance(position: &Position) -> i32 {
    let of = |side| {
        let count = |kind| position.squares(side, kind).len() as i32;
        count(Kind::Man) + 3 * count(Kind::King)
    };
    of(Side::White) - of(Side::Black)
}

/// The result of one game.
#[derive(Default)]
struct Looked {
    problems: Vec<Problem>,
    positions: u64,
    candidates: u64,
}
