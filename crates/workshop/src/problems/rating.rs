//! The initial rating of a problem: an estimate from its features, corrected by which levels find
//! the solution.
//!
//! The estimate is hand-written and wide. Each level then tries to find the first move a few times,
//! and the rating is the mean of the posterior distribution (Bayes' rule, with the logistic curve
//! of Elo). Levels differ from people: what they overlook does not depend on the position. So each
//! try counts for a third, and the deviation never falls below that of a guess.

use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Solution, StartRating, Tags};
use damier_coach::shot::Device;
use damier_engine::{Engine, Level, Limits};
use damier_rules::{DrawSettings, Game, Position};

/// Ratings of levels 1 to 8, 600 above the ladder of
/// docs/results/engine-levels.md. The two higher levels find all of these shots.
const LEVELS: [f64; 8] = [
    600.0, 880.0, 1_120.0, 1_340.0, 1_600.0, 1_870.0, 2_110.0, 2_430.0,
];

/// The levels up to this one make random errors, so they try more than once.
const ERRING: usize = 6;
const TRIES: u64 = 2;

/// The weight of a level's try compared with a person's.
const WEIGHT: f64 = 0.33;

/// The deviation of the estimate, and the smallest deviation of a rating, in Elo.
const PRIOR_DEVIATION: f64 = 300.0;
const LEAST_DEVIATION: f64 = 200.0;

/// The range of ratings.
const LOWEST: u16 = 400;
const HIGHEST: u16 = 2_800;

/// The rating of a problem.
pub(super) fn of(
    engine: &Engine,
    position: &Position,
    solution: &Solution,
    tags: &Tags,
) -> StartRating {
    let looks = estimate(position, solution, tags);
    fitted(looks, &tries(engine, position, solution))
}

/// A level's rating, how often it found the first move, and how often it tried.
type Tries = (f64, u64, u64);

fn tries(engine: &Engine, position: &Position, solution: &Solution) -> Vec<Tries> {
    let game = Game::new(*position, DrawSettings::default());
    let wanted = solution.main().moves.first();
    let never = AtomicBool::new(false);
    let levels = Level::all().zip(LEVELS).enumerate();
    levels
        .map(|(index, (level, elo))| {
            let tries = if index < ERRING { TRIES } else { 1 };
            let finds = |seed: &u64| {
                let limits = Limits::level(level, *seed);
                let answer = engine.analyse(&game, &limits, &|| 0, &never, |_| {});
                answer.best.as_ref() == wanted
            };
            (elo, (0..tries).filter(finds).count() as u64, tries)
        })
        .collect()
}

/// An estimate from the features that make a shot hard to see: its length, moves that do not force
/// by contact, men given, backward captures, and the numbers of moves and pieces.
fn estimate(position: &Position, solution: &Solution, tags: &Tags) -> f64 {
    let main = &solution.main().moves;
    let own = main.len().div_ceil(2) as f64;
    let (mut quiet, mut given) = (0.0, 0.0);
    let mut at = *position;
    for (ply, played) in main.iter().enumerate() {
        if ply.is_multiple_of(2) && !played.is_capture() {
            quiet += 1.0;
        } else if !ply.is_multiple_of(2) {
            given += f64::from(played.captured.len() as u32);
        }
        at = at.play(played).unwrap_or(at);
    }
    let has = |device| f64::from(u8::from(tags.devices.contains(&device)));
    let choices = position.legal_moves().len() as f64;
    let pieces = position.to_setup().iter().count() as f64;
    600.0
        + 160.0 * (own - 2.0)
        + 60.0 * (quiet - 1.0)
        + 60.0 * (given - 1.0)
        + 120.0 * has(Device::FreeMove)
        + 60.0 * has(Device::BackwardCapture)
        + 40.0 * has(Device::Majority)
        + 15.0 * choices
        + 8.0 * pieces
        + 60.0 * (solution.lines().len() as f64 - 1.0)
}

/// The mean and deviation of the posterior distribution after these tries.
fn fitted(estimate: f64, tries: &[Tries]) -> StartRating {
    let log_likely = |elo: f64| {
        let prior = -0.5 * ((elo - estimate) / PRIOR_DEVIATION).powi(2);
        let tried: f64 = tries
            .iter()
            .map(|&(level, found, of)| {
                let solves = 1.0 / (1.0 + 10_f64.powf((elo - level) / 400.0));
                found as f64 * solves.ln() + (of - found) as f64 * (1.0 - solves).ln()
            })
            .sum();
        prior + WEIGHT * tried
    };
    let grid = || (LOWEST..=HIGHEST).step_by(10).map(f64::from);
    let most = grid().map(log_likely).fold(f64::NEG_INFINITY, f64::max);
    let (mut mass, mut mean, mut square) = (0.0, 0.0, 0.0);
    for elo in grid() {
        let likely = (log_likely(elo) - most).exp();
        mass += likely;
        mean += likely * elo;
        square += likely * elo * elo;
    }
    let mean = mean / mass;
    let deviation = (square / mass - mean * mean).max(0.0).sqrt();
    StartRating {
        elo: mean.round() as u16,
        deviation: deviation.max(LEAST_DEVIATION).round() as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_by(levels: usize) -> StartRating {
        let tries: Vec<Tries> = LEVELS
            .iter()
            .enumerate()
            .map(|(index, &elo)| {
                let tries = if index < ERRING { TRIES } else { 1 };
                (
                    elo,
                    if index + levels >= LEVELS.len() {
                        tries
                    } else {
                        0
                    },
                    tries,
                )
            })
            .collect();
        fitted(1_300.0, &tries)
    }

    #[test]
    fn more_levels_that_find_it_lower_the_rating() {
        let ratings: Vec<u16> = (0..=8).map(|levels| seen_by(levels).elo).collect();
        assert!(
            ratings.is_sorted_by(|one, other| one > other),
            "{ratings:?}"
        );
        assert!(ratings[0] > 1_600 && ratings[8] < 1_150, "{ratings:?}");
        assert!((0..=8).all(|levels| (200..300).contains(&seen_by(levels).deviation)));
    }

    /// Whatever the other results and features are, one more success of any level lowers the
    /// rating.
    #[test]
    fn one_more_success_of_any_level_lowers_the_rating() {
        for estimate in [500.0, 1_300.0, 2_400.0] {
            for pattern in 0..1_usize << LEVELS.len() {
                let tries: Vec<Tries> = (0..LEVELS.len())
                    .map(|index| (LEVELS[index], (pattern >> index & 1) as u64, TRIES))
                    .collect();
                let before = fitted(estimate, &tries).elo;
                for index in 0..LEVELS.len() {
                    let mut more = tries.clone();
                    more[index].1 += 1;
                    let after = fitted(estimate, &more).elo;
                    assert!(after < before, "{estimate} {tries:?}: {before}, {after}");
                }
            }
        }
    }

    #[test]
    fn a_weak_level_s_success_lowers_the_rating_more() {
        let found_by = |found: usize| {
            let tries = LEVELS.iter().enumerate();
            let tries = tries.map(|(index, &elo)| (elo, u64::from(index == found), 1));
            fitted(1_300.0, &tries.collect::<Vec<_>>()).elo
        };
        let ratings: Vec<u16> = (0..LEVELS.len()).map(found_by).collect();
        assert!(ratings.is_sorted(), "{ratings:?}");
    }

    #[test]
    fn without_tries_the_rating_is_the_estimate() {
        let rating = fitted(1_200.0, &[]);
        assert!(rating.elo.abs_diff(1_200) < 10 && rating.deviation.abs_diff(300) < 10);
    }
}
