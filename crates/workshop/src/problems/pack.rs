//! Packs a file of problems into the parts that are published. Each shot is included once.

use std::collections::HashSet;

use damier_coach::problem::{Problem, ProblemId, ProblemIndex, Tags, parts, write_part};
use damier_rules::{Move, Variant};

/// The files of a game's problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The index.
    pub index: ProblemIndex,
    /// The texts of the parts, in the order of the index.
    pub parts: Vec<String>,
}

/// Removes problems whose shot is that of another problem two plies later.
///
/// Two problems have the same shot if the last rafle and the position before it are the same; the
/// first problem is kept.
pub fn each_shot_once(problems: Vec<Problem>) -> Vec<Problem> {
    let (mut ids, mut shots) = (HashSet::new(), HashSet::new());
    let is_new = |problem: &Problem| ids.insert(problem.id()) & shots.insert(shot_of(problem));
    problems.into_iter().filter(is_new).collect()
}

/// Orders problems by rating and packs them into parts. The tags are recomputed, since the
/// definitions of shots may have changed after the problem was found; problems that are not shots
/// under the current definitions are left out.
pub fn pack(variant: Variant, problems: Vec<Problem>) -> Packed {
    let tagged = problems.into_iter().filter_map(|problem| {
        let tags = Tags::of(&problem.position, &problem.solution.main().moves)?;
        Some(Problem { tags, ..problem })
    });
    let parts = parts(tagged.collect());
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

/// The position before the last rafle of the main line, and that rafle.
fn shot_of(problem: &Problem) -> (ProblemId, Option<Move>) {
    let main = &problem.solution.main().moves;
    let mut at = problem.position;
    for played in main.iter().take(main.len().saturating_sub(1)) {
        at = at.play(played).unwrap_or(at);
    }
    (ProblemId::of(&at), main.last().copied())
}
