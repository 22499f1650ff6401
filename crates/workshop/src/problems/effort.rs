//! How hard a problem is to solve, before people have tried it.
//!
//! Two sums of points without a unit. A search measures how many nodes it needs until it stays
//! with the first move, and how many of the levels miss that move; `looks` adds how many of White's
//! moves have to be found, how much is given on the way, and how much there is on the board.
//! Packing turns the order of the totals into ratings.

use std::sync::atomic::AtomicBool;

use damier_coach::problem::Problem;
use damier_engine::{Engine, Level, Limits};
use damier_rules::{DrawSettings, Game, Move, Position};

use super::balance;
use super::proof::LEAST;

/// Nodes of the search that has to find the first move.
const NODES: u64 = 256_000;

/// A search that finds the first move at once needs about this many.
const FEWEST: u64 = 64;

/// The levels from 1 on that try. The highest visits more positions than the proof did.
const LEVELS: usize = 9;

/// How often each of them tries: the lower levels err at random.
const TRIES: u64 = 4;

/// Points for a doubling of the nodes, a level that misses the first move, a further move to find,
/// a man that White is behind on the way, a legal move, and a piece.
const A_DOUBLING: f64 = 100.0;
const A_MISS: f64 = 150.0;
const A_MOVE: f64 = 200.0;
const A_MAN_GIVEN: f64 = 60.0;
const A_CHOICE: f64 = 5.0;
const A_PIECE: f64 = 3.0;

/// How hard the first move is to find.
pub(super) struct Effort {
    /// Points: more is harder.
    pub(super) points: u16,
    /// Whether a shorter search took another offer for a win.
    pub(super) tempts: bool,
}

/// Measures by searches how hard the first move is to find.
pub(super) fn of(engine: &Engine, problem: &Problem) -> Effort {
    let position = &problem.position;
    let firsts = problem.solution.accepted(&[]);
    let (nodes, tempts) = searched(engine, position, &firsts);
    let doublings = (nodes.max(FEWEST) as f64 / FEWEST as f64).log2();
    let points = A_DOUBLING * doublings + A_MISS * misses(engine, position, &firsts);
    Effort {
        points: points.round() as u16,
        tempts,
    }
}

/// Points for the length of the solution, for what it gives, and for what is on the board.
pub(super) fn looks(problem: &Problem) -> f64 {
    let Problem {
        position, solution, ..
    } = problem;
    let main = &solution.main().moves;
    A_MOVE * (found_by_white(position, main) as f64 - 1.0).max(0.0)
        + A_MAN_GIVEN * f64::from(given(position, main))
        + A_CHOICE * position.legal_moves().len() as f64
        + A_PIECE * problem.pieces() as f64
}

/// After how many nodes a search decides for the move, and whether it first took another offer for
/// a win.
fn searched(engine: &Engine, position: &Position, wanted: &[Move]) -> (u64, bool) {
    let game = Game::new(*position, DrawSettings::default());
    let never = AtomicBool::new(false);
    let (mut since, mut tempts) = (None, false);
    engine.forget();
    engine.analyse(&game, &Limits::nodes(NODES), &|| 0, &never, |progress| {
        let Some(line) = progress.lines.first() else {
            return;
        };
        let best = line.moves.first();
        if best.is_some_and(|best| wanted.contains(best)) {
            since = since.or(Some(progress.nodes));
        } else {
            since = None;
            let is_offer = best
                .and_then(|best| position.play(best).ok())
                .is_some_and(|after| after.must_capture());
            tempts |= is_offer && line.score.rank() >= LEAST.won;
        }
    });
    (since.unwrap_or(2 * NODES), tempts)
}

/// The number of White's moves where more than one was legal.
fn found_by_white(position: &Position, main: &[Move]) -> usize {
    let mut at = *position;
    let mut found = 0;
    for (ply, played) in main.iter().enumerate() {
        found += usize::from(ply.is_multiple_of(2) && at.legal_moves().len() > 1);
        at = at.play(played).unwrap_or(at);
    }
    found
}

/// How many men White has given in the worst moment of the line; a king counts as three.
fn given(position: &Position, main: &[Move]) -> i32 {
    let (mut at, mut most) = (*position, 0);
    for played in main {
        at = at.play(played).unwrap_or(at);
        most = most.max(balance(position) - balance(&at));
    }
    most
}

/// How many levels do not find the move, as a mean of their tries.
fn misses(engine: &Engine, position: &Position, wanted: &[Move]) -> f64 {
    let game = Game::new(*position, DrawSettings::default());
    let never = AtomicBool::new(false);
    let misses = |level: Level, seed: u64| {
        // What an earlier search left in the table would show even the weakest level the solution.
        engine.forget();
        let limits = Limits::level(level, seed);
        let answer = engine.analyse(&game, &limits, &|| 0, &never, |_| {});
        !answer.best.is_some_and(|best| wanted.contains(&best))
    };
    let levels = Level::all().take(LEVELS);
    let tries = levels.flat_map(|level| (0..TRIES).map(move |seed| (level, seed)));
    let missed = tries.filter(|&(level, seed)| misses(level, seed)).count();
    missed as f64 / TRIES as f64
}
