//! Problems: positions in which one move, and only one, wins something or holds.
//!
//! They come from games (`games`), from endgame tables (`endings`) and from known problems that a
//! search extends or rearranges (`composing`). Each position of a game gets a small search, and if
//! that suggests a problem, `proof` searches every other move. `check` looks again with more nodes,
//! `effort` measures how hard it is, and the problem is appended to a file, from which `pack` makes
//! the parts for the page.
//!
//! What a unit of the search finds depends only on its number and on what the head of the file
//! records, so a resumed run finds the same. `docs/decisions/0100-problems-of-every-kind.md` gives
//! the reasons.

mod check;
mod composing;
mod effort;
mod endings;
mod finish;
mod found_file;
mod games;
mod pack;
mod proof;
mod source;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use damier_coach::problem::Problem;
use damier_coach::shot::ShotEntry;
use damier_engine::{Endings, Engine};
use damier_rules::{Kind, Move, Position, Side, Variant};

pub use check::{Doubt, check, check_by};
pub use found_file::{FoundError, read};
pub use pack::{Packed, each_end_once, pack, pack_again, sample};
pub use proof::{Bounds, LEAST};

use composing::Seeds;
use found_file::FoundFile;
use source::Source;

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
    /// Known problems: their positions are proved again, and compositions grow from them.
    pub known: Vec<Problem>,
    /// The number of endings to look for.
    pub endings: u64,
    /// Endgame tables, for the endings and for every search.
    pub tables: Option<Endings>,
    /// The number of compositions to try.
    pub composed: u64,
    /// The shots that compositions set anew; if none, all of them, and every second composition
    /// makes a known problem longer.
    pub shots: Vec<ShotEntry>,
    /// The seed of the games of the levels.
    pub seed: u64,
    /// The number of units examined at the same time.
    pub threads: usize,
    /// The bounds of a proof.
    pub bounds: Bounds,
    /// Nodes of the second look at a proved problem, for each move of White.
    pub again: u64,
}

/// The progress of a search for problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HuntProgress {
    /// The examined units, including those of earlier runs: a game, an ending, a composition, or
    /// ten known problems.
    pub units: usize,
    /// The examined units of this run.
    pub examined: usize,
    /// Positions of games of this run without a capture.
    pub positions: u64,
    /// How many of them suggested a problem.
    pub candidates: u64,
    /// Problems in the file; two with the same end count twice.
    pub problems: usize,
    /// Whether the file has every unit of the search.
    pub is_complete: bool,
}

impl Hunt {
    /// Examines units until all are done or `stop` is set. Those in progress at that moment are
    /// dropped; they take some seconds at most. `tell` is called after each unit.
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
            units: held.units.len(),
            problems: held.problems,
            ..HuntProgress::default()
        };
        // The units that are finished or in progress.
        let taken: Mutex<HashSet<String>> = Mutex::new(held.units);
        let shared = Mutex::new((file, progress, None));
        let next = AtomicU64::new(0);
        let seeds = Seeds::of(self.variant, &self.known, &self.shots);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let engine = Engine::new(HASH_MB).with_endings(self.tables.clone());
                    while let Some(source) = Source::of(self, next.fetch_add(1, Ordering::Relaxed))
                    {
                        let name = source.name();
                        let mut units = taken.lock().unwrap_or_else(PoisonError::into_inner);
                        if !units.insert(name.clone()) {
                            continue;
                        }
                        drop(units);
                        let Some(looked) = source.look(self, &seeds, &engine, stop) else {
                            return;
                        };
                        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        let (file, progress, failed) = &mut *shared;
                        if let Err(error) = file.write(&name, &looked.problems) {
                            *failed = Some(error);
                            stop.store(true, Ordering::Relaxed);
                            return;
                        }
                        progress.units += 1;
                        progress.examined += 1;
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
            None => Ok(HuntProgress {
                is_complete: !stop.load(Ordering::Relaxed),
                ..progress
            }),
        }
    }

    /// The number of its units.
    pub fn units(&self) -> u64 {
        source::count(self)
    }

    /// The settings of the search that the file records, besides the variant.
    fn how(&self) -> String {
        let Bounds {
            won, level, nodes, ..
        } = self.bounds;
        format!(
            "seed {}, won from {won}, others up to {level}, {nodes} positions a proof, {} the \
             second look, known problems and tables {:08x}",
            self.seed,
            self.again,
            source::inputs(self)
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

/// The result of one unit.
#[derive(Default)]
struct Looked {
    problems: Vec<Problem>,
    positions: u64,
    candidates: u64,
}
