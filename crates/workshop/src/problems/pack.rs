//! Packs a file of problems into the parts that are published. Each shot is included once.

use std::collections::HashSet;

use damier_coach::problem::{
    Problem, ProblemId, ProblemIndex, StartRating, Tags, parts, write_part,
};
use damier_rules::{Move, Variant};

use super::effort;

/// The files of a game's problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The index.
    pub index: ProblemIndex,
    /// The texts of the parts, in the order of the index.
    pub parts: Vec<String>,
}

/// Removes problems that end like another one of the same length.
///
/// Two problems end alike if the last move and the position before it are the same; the one with
/// the lower id is kept. A composition may contain a shorter problem.
pub fn each_end_once(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_cached_key(Problem::id);
    let (mut ids, mut ends) = (HashSet::new(), HashSet::new());
    let is_new = |problem: &Problem| ids.insert(problem.id()) & ends.insert(end_of(problem));
    problems.into_iter().filter(is_new).collect()
}

/// The range of ratings: below it are beginners in their first weeks, above it masters.
const LOWEST: f64 = 600.0;
const HIGHEST: f64 = 2_400.0;

/// The deviation of a rating that comes from the order of the efforts, in Elo.
const DEVIATION: u16 = 250;

/// Packs found problems in the order of the effort of solving them.
pub fn pack(variant: Variant, mut problems: Vec<Problem>) -> Packed {
    let effort = |problem: &Problem| f64::from(problem.rating.elo) + effort::looks(problem);
    problems.sort_by_cached_key(|problem| (effort(problem).round() as u64, problem.id()));
    pack_in_order(variant, problems)
}

/// Packs problems that were packed before, in the order of their ratings.
pub fn pack_again(variant: Variant, mut problems: Vec<Problem>) -> Packed {
    problems.sort_by_cached_key(|problem| (problem.rating.elo, problem.id()));
    pack_in_order(variant, problems)
}

/// Rates problems evenly from the lowest to the highest rating, and packs them into parts. The tags
/// are recomputed, since the definitions of shots may have changed after a problem was found.
fn pack_in_order(variant: Variant, mut problems: Vec<Problem>) -> Packed {
    let count = problems.len() as f64;
    for (place, problem) in problems.iter_mut().enumerate() {
        let share = (place as f64 + 0.5) / count;
        problem.rating = StartRating {
            elo: (LOWEST + (HIGHEST - LOWEST) * share).round() as u16,
            deviation: DEVIATION,
        };
        let main = &problem.solution.main().moves;
        problem.tags = Tags::of(&problem.position, main, &problem.tags.themes);
    }
    let parts = parts(problems);
    Packed {
        index: ProblemIndex::of(variant, &parts),
        parts: parts.iter().map(|part| write_part(part)).collect(),
    }
}

/// A random sample of this many problems; equal seeds give equal samples.
pub fn sample(mut problems: Vec<Problem>, wanted: usize, seed: u64) -> Vec<Problem> {
    fastrand::Rng::with_seed(seed).shuffle(&mut problems);
    problems.truncate(wanted);
    problems
}

/// The position before the last move of the main line, that move, and the length of the line.
fn end_of(problem: &Problem) -> (ProblemId, Option<Move>, usize) {
    let main = &problem.solution.main().moves;
    let mut at = problem.position;
    for played in main.iter().take(main.len().saturating_sub(1)) {
        at = at.play(played).unwrap_or(at);
    }
    (ProblemId::of(&at), main.last().copied(), main.len())
}
