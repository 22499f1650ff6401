//! Problems: positions of games in which one move, and only one, wins something by a shot.
//!
//! Games of weak players are full of shots that nobody sees. Each position of a game is looked at with a small search; where it
//! promises a shot, `proof` searches whether there is just one way, judging every other move. What holds is rated by
//! the levels that see it, and appended to a file, from which parts for the page are packed.
//!
//! A game that the levels play depends only on its number and the seed of the run, so a run that was stopped goes on to the same
//! games. `docs/decisions/0041-problems-from-weak-games-with-unique-solutions.md` tells why the bounds are as they are.

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

/// The size of each engine's transposition table, in megabytes: it fits into the cache of a processor.
const HASH_MB: usize = 4;

/// A game that somebody played, to look for problems in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenGame {
    /// What it is called in the problems' column of sources, without a TAB, followed there by a number made of its moves: two files may
    /// have one name.
    pub name: String,
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A search for problems.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The game of the family.
    pub variant: Variant,
    /// How many games the levels play.
    pub games: u64,
    /// Games of others, which are looked at first.
    pub given: Vec<GivenGame>,
    /// What decides the games of the levels.
    pub seed: u64,
    /// How many games are looked at at the same time.
    pub threads: usize,
    /// What counts as proved.
    pub bounds: Bounds,
}

/// How far a search for problems is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HuntProgress {
    /// Games that were looked at, those of earlier runs included.
    pub games: usize,
    /// Games of this run.
    pub looked_at: usize,
    /// Positions of this run in which nothing could be captured.
    pub positions: u64,
    /// How many of them promised a shot.
    pub candidates: u64,
    /// Problems in the file, the same shot in two positions counted twice.
    pub problems: usize,
}

impl Hunt {
    /// Looks at games until all have been looked at or `stop` is set. Games that are in progress then are not kept; they take
    /// a second at most. `tell` is called after each game.
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
        // The games that are done or being looked at.
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

    /// The game with this number, those of others first.
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

    /// What a file's problems have in common, besides the game.
    fn how(&self) -> String {
        let Bounds { won, level, nodes } = self.bounds;
        format!(
            "seed {}, won from {won}, others up to {level}, {nodes} positions a proof",
            self.seed
        )
    }
}

/// How many men White is ahead, a king counting as three.
fn balance(position: &Position) -> i32 {
    let of = |side| {
        let count = |kind| position.squares(side, kind).len() as i32;
        count(Kind::Man) + 3 * count(Kind::King)
    };
    of(Side::White) - of(Side::Black)
}

/// What came of one game.
#[derive(Default)]
struct Looked {
    problems: Vec<Problem>,
    positions: u64,
    candidates: u64,
}
