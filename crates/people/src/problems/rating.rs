//! How results change the rating of a problem.

use std::collections::VecDeque;

use damier_session::strength::{Deviation, Rating, Scored, Strength, Volatility};
use serde::{Deserialize, Serialize};

use crate::problems::id::ProblemId;

/// The least deviation of a problem, so that later results still move its rating.
pub const DEVIATION_FLOOR: f64 = 45.0;

/// The maximum distance of a rating from the shipped one. Devices are anonymous and send their own
/// strength, so this bounds what false results can do.
pub const MAX_DRIFT: f64 = 400.0;

/// How far the strength of a solver may be from the shipped rating. Beyond it a result says almost
/// nothing, and a false strength would move the rating most.
pub const MAX_DISTANCE: f64 = 800.0;

/// A rating counts once the problem has this many results.
pub const MIN_RESULTS: u32 = 5;

/// How many devices a problem remembers, so that a repeated request counts once.
const REMEMBERED: usize = 8;

/// The rating of a problem in the shipped collection, from the effort of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShippedRating {
    /// The rating.
    pub rating: Rating,
    /// Its deviation.
    pub deviation: Deviation,
}

/// How a problem was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TryOutcome {
    /// Solved at once, without help.
    Clean,
    /// Solved with a hint.
    Helped,
    /// Not solved.
    Failed,
}

impl TryOutcome {
    /// The score of the problem: it wins if it is not solved.
    fn of_problem(self) -> Scored {
        match self {
            TryOutcome::Clean => Scored::Loss,
            TryOutcome::Helped => Scored::Draw,
            TryOutcome::Failed => Scored::Win,
        }
    }
}

/// A digest of a device and a problem. It identifies a repeated request, but does not connect the
/// tries of one device at two problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeviceDigest(pub u32);

/// The first try of a problem on a device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProblemTry {
    /// The problem.
    pub problem: ProblemId,
    /// How it went.
    pub outcome: TryOutcome,
    /// The rating of the solver before the try, as computed by the device.
    pub rating: Rating,
    /// The deviation of that rating.
    pub deviation: Deviation,
    /// The device.
    pub device: DeviceDigest,
}

/// The rating of a problem after results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProblemRating {
    /// The shipped rating from which it began.
    shipped: Rating,
    rating: Rating,
    deviation: Deviation,
    results: u32,
    /// The devices of the last results, the oldest first.
    devices: VecDeque<DeviceDigest>,
}

impl ProblemRating {
    /// A problem without results.
    pub fn new(shipped: ShippedRating) -> ProblemRating {
        ProblemRating {
            shipped: shipped.rating,
            rating: shipped.rating,
            deviation: Deviation::nearest(shipped.deviation.get().max(DEVIATION_FLOOR)),
            results: 0,
            devices: VecDeque::new(),
        }
    }

    /// The rating.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// The deviation of the rating.
    pub fn deviation(&self) -> Deviation {
        self.deviation
    }

    /// The number of results.
    pub fn results(&self) -> u32 {
        self.results
    }

    /// Whether the rating replaces this shipped one: it began there and has enough results.
    pub fn replaces(&self, shipped: ShippedRating) -> bool {
        self.shipped == shipped.rating && self.results >= MIN_RESULTS
    }

    /// The rating after a try; `None` if the try has been counted before, or if the solver is too
    /// weak or too strong for the problem. If the shipped rating has changed, it starts over.
    #[must_use]
    pub fn after(&self, tried: &ProblemTry, shipped: ShippedRating) -> Option<ProblemRating> {
        if self.shipped != shipped.rating {
            return ProblemRating::new(shipped).after(tried, shipped);
        }
        let distance = (tried.rating.get() - self.shipped.get()).abs();
        if distance > MAX_DISTANCE || self.devices.contains(&tried.device) {
            return None;
        }
        // No time passes between tries: the difficulty of a problem does not change.
        let after = strength(self.rating, self.deviation).after_one(
            0.0,
            strength(tried.rating, tried.deviation),
            tried.outcome.of_problem(),
        );
        let from = self.shipped.get();
        let rating = after.rating.get().clamp(from - MAX_DRIFT, from + MAX_DRIFT);
        let mut devices = self.devices.clone();
        while devices.len() >= REMEMBERED {
            devices.pop_front();
        }
        devices.push_back(tried.device);
        Some(ProblemRating {
            shipped: self.shipped,
            rating: Rating::nearest(rating),
            deviation: Deviation::nearest(after.deviation.get().max(DEVIATION_FLOOR)),
            results: self.results.saturating_add(1),
            devices,
        })
    }
}

/// A strength with the initial volatility, which stays: a single result says nothing about it.
fn strength(rating: Rating, deviation: Deviation) -> Strength {
    Strength {
        rating,
        deviation,
        volatility: Volatility::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: f64 = 1400.0;

    fn shipped(rating: f64, deviation: f64) -> ShippedRating {
        ShippedRating {
            rating: Rating::new(rating).unwrap(),
            deviation: Deviation::new(deviation).unwrap(),
        }
    }

    fn tried(device: u32, outcome: TryOutcome, rating: f64) -> ProblemTry {
        ProblemTry {
            problem: "b2ab2f5c16".parse().unwrap(),
            outcome,
            rating: Rating::new(rating).unwrap(),
            deviation: Deviation::new(60.0).unwrap(),
            device: DeviceDigest(device),
        }
    }

    /// A problem after as many tries of different devices.
    fn after(tries: u32, outcome: TryOutcome, rating: f64) -> ProblemRating {
        let base = shipped(SHIPPED, 250.0);
        (0..tries).fold(ProblemRating::new(base), |problem, device| {
            problem
                .after(&tried(device, outcome, rating), base)
                .unwrap()
        })
    }

    #[test]
    fn a_problem_that_is_solved_becomes_easier_and_one_that_is_not_harder() {
        let rating = |outcome| after(1, outcome, SHIPPED).rating().get();
        assert!(rating(TryOutcome::Clean) < SHIPPED - 50.0);
        assert!(rating(TryOutcome::Failed) > SHIPPED + 50.0);
        assert!((rating(TryOutcome::Helped) - SHIPPED).abs() < 1e-6);
        // A hint against a weaker solver counts for the solver.
        assert!(after(1, TryOutcome::Helped, 1000.0).rating().get() < SHIPPED);
    }

    /// The example of Glickman's paper is checked in `damier-session`; this compares one step with
    /// the same call there.
    #[test]
    fn a_try_is_a_glicko_2_game() {
        let strength = |rating, deviation| Strength {
            rating: Rating::new(rating).unwrap(),
            deviation: Deviation::new(deviation).unwrap(),
            volatility: Volatility::default(),
        };
        let game = strength(SHIPPED, 250.0).after_one(0.0, strength(1600.0, 60.0), Scored::Win);
        let problem = after(1, TryOutcome::Failed, 1600.0);
        assert_eq!(
            (problem.rating(), problem.deviation()),
            (game.rating, game.deviation)
        );
    }

    #[test]
    fn false_results_move_a_rating_by_a_bounded_distance() {
        let easy = after(200, TryOutcome::Clean, SHIPPED - MAX_DISTANCE);
        assert!((easy.rating().get() - (SHIPPED - MAX_DRIFT)).abs() < 1e-9);
        let hard = after(200, TryOutcome::Failed, SHIPPED + MAX_DISTANCE);
        assert!((hard.rating().get() - (SHIPPED + MAX_DRIFT)).abs() < 1e-9);
        let base = shipped(100.0, 250.0);
        let mut lowest = ProblemRating::new(base);
        for device in 0..200 {
            let next = lowest.after(&tried(device, TryOutcome::Clean, 0.0), base);
            lowest = next.unwrap();
        }
        assert!(lowest.rating().get() >= 0.0);
    }

    #[test]
    fn a_solver_who_is_far_too_strong_or_too_weak_does_not_count() {
        let base = shipped(SHIPPED, 250.0);
        let problem = ProblemRating::new(base);
        for rating in [0.0, SHIPPED - 801.0, SHIPPED + 801.0, 4000.0] {
            let far = tried(1, TryOutcome::Clean, rating);
            assert_eq!(problem.after(&far, base), None, "{rating}");
        }
        let near = tried(1, TryOutcome::Clean, SHIPPED - 799.0);
        assert!(problem.after(&near, base).is_some());
    }

    #[test]
    fn the_deviation_stays_above_its_floor() {
        let sure = after(500, TryOutcome::Helped, SHIPPED);
        assert!((sure.deviation().get() - DEVIATION_FLOOR).abs() < 1e-9);
        let moved = sure.after(
            &tried(500, TryOutcome::Failed, SHIPPED),
            shipped(SHIPPED, 250.0),
        );
        let by = moved.unwrap().rating().get() - sure.rating().get();
        assert!(by > 3.0, "it still moves: {by}");
        let narrow = ProblemRating::new(shipped(SHIPPED, 30.0));
        assert!((narrow.deviation().get() - DEVIATION_FLOOR).abs() < 1e-9);
    }

    #[test]
    fn a_rating_counts_after_five_results() {
        let base = shipped(SHIPPED, 250.0);
        assert!(!ProblemRating::new(base).replaces(base));
        assert!(!after(4, TryOutcome::Clean, SHIPPED).replaces(base));
        assert!(after(5, TryOutcome::Clean, SHIPPED).replaces(base));
    }

    #[test]
    fn a_problem_whose_shipped_rating_changes_begins_anew() {
        let old = after(7, TryOutcome::Failed, SHIPPED);
        let base = shipped(1900.0, 200.0);
        assert!(!old.replaces(base));
        let try_again = tried(3, TryOutcome::Clean, 1900.0);
        let new = old.after(&try_again, base).unwrap();
        assert_eq!(
            new,
            ProblemRating::new(base).after(&try_again, base).unwrap()
        );
        assert_eq!(new.results(), 1);
    }

    #[test]
    fn a_repeated_try_counts_once() {
        let base = shipped(SHIPPED, 250.0);
        let problem = after(3, TryOutcome::Failed, SHIPPED);
        for device in 0..3 {
            let again = tried(device, TryOutcome::Failed, SHIPPED);
            assert_eq!(problem.after(&again, base), None);
        }
        let many = after(50, TryOutcome::Failed, SHIPPED);
        assert_eq!(many.devices.len(), REMEMBERED);
        assert_eq!(
            many.after(&tried(42, TryOutcome::Failed, SHIPPED), base),
            None
        );
    }
}
