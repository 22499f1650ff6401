//! The statistics of a match: the score, the Elo difference and its error, computed from pairs.
//!
//! The two games of a pair start from the same ballot, with the colours swapped. So their results
//! are not independent: a ballot that favours White gives one win to each player. Counting pairs
//! instead of games removes this effect from the error. The five possible results of a pair give
//! the *pentanomial* model; see M. Van den Bergh, "Normalized Elo" and "Comments on Normalized Elo"
//! (<https://www.cantate.be/Fishtest/>).
//!
//! The error is computed from how much the pairs differ, and a few pairs may differ too little: ten
//! drawn pairs do not prove that the next one will be a draw. So every error is computed from the
//! observed pairs plus half a pair of each result (Jeffreys' prior for counts in classes). With
//! this addition there is an error even if all pairs ended alike; it hardly matters for a hundred
//! pairs with different results. Scores and differences themselves come from the observed pairs
//! alone.

use libm::erfc;

/// How many pairs of each result are added when an error is computed.
const UNSEEN: f64 = 0.5;

/// Half the width of a 95% interval, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Pairs of games by their result, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs([u64; Pairs::RESULTS]);

/// A measured value with its 95% interval. A value is infinite where the score is not strictly
/// between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Pairs {
    /// The number of results that a pair can have: 0 to 4 half points.
    pub const RESULTS: usize = 5;

    /// The numbers of pairs in which the first player made 0, 1, 2, 3 and 4 half points.
    pub const fn new(counts: [u64; Pairs::RESULTS]) -> Pairs {
        Pairs(counts)
    }

    /// Adds a pair in which the first player made this many half points, at most 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points).min(Pairs::RESULTS - 1)] += 1;
    }

    /// The pairs with 0, 1, 2, 3 and 4 half points.
    pub fn counts(&self) -> [u64; Pairs::RESULTS] {
        self.0
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, 0 to 1; `None` if there is no pair.
    pub fn score(&self) -> Option<f64> {
        let pairs = self.count();
        (pairs > 0).then(|| mean_and_variance(self.0.map(|count| count as f64))[0])
    }

    /// The variance of the score of a pair, 0 to 1; `None` with fewer than two pairs.
    pub fn variance(&self) -> Option<f64> {
        let pairs = self.count() as f64;
        let [_, spread] = mean_and_variance(self.0.map(|count| count as f64));
        (pairs > 1.0).then(|| spread * pairs / (pairs - 1.0))
    }

    /// The Elo difference in favour of the first player; `None` with fewer than two pairs.
    ///
    /// The interval is that of the mean score, which is close to normally distributed, converted to
    /// Elo. An end is infinite if the score there is not strictly between 0 and 1, for example
    /// after games that were all won.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let reach = Z95 * self.standard_error()?;
        Some(Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - reach),
            high: elo_of_score(score + reach),
        })
    }

    /// The normalised Elo difference: how many standard deviations of a game's score the mean score
    /// is above one half, in a unit that agrees with Elo if no game is drawn. Unlike Elo, it does
    /// not become smaller when draws are more frequent. `None` with fewer than two pairs, or if all
    /// pairs ended alike, since they show no deviation.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        // The standard deviation of one game is that of a pair's mean score times the square root
        // of two.
        let deviation = (2.0 * self.variance()?).sqrt();
        let unit = 800.0 / std::f64::consts::LN_10;
        if deviation <= 0.0 {
            return None;
        }
        let normalised = |score: f64| unit * (score - 0.5) / deviation;
        let score = self.score()?;
        let reach = Z95 * self.standard_error()?;
        Some(Estimate {
            value: normalised(score),
            low: normalised(score - reach),
            high: normalised(score + reach),
        })
    }

    /// The probability that the first player is the stronger one, 0 to 1; `None` with fewer than
    /// two pairs.
    pub fn superiority(&self) -> Option<f64> {
        let ahead = self.score()? - 0.5;
        let error = self.standard_error()?;
        Some(0.5 * erfc(-ahead / error / std::f64::consts::SQRT_2))
    }

    /// The standard error of the score, never 0; `None` with fewer than two pairs.
    fn standard_error(&self) -> Option<f64> {
        let pairs = self.count() as f64;
        let [_, variance] = mean_and_variance(self.0.map(|count| count as f64 + UNSEEN));
        (pairs > 1.0).then(|| (variance / pairs).sqrt())
    }
}

/// The mean score and its variance, for these numbers of pairs with each result.
fn mean_and_variance(pairs: [f64; Pairs::RESULTS]) -> [f64; 2] {
    let total: f64 = pairs.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
        let values = pairs.iter().zip(pair_scores());
        values
            .map(|(count, score)| count * value(score))
            .sum::<f64>()
            / total
    };
    let mean = mean_of(&|score| score);
    [mean, mean_of(&|score| (score - mean).powi(2))]
}

/// The score per game of each result of a pair: 0, 1/4, 1/2, 3/4, 1.
pub(super) fn pair_scores() -> [f64; Pairs::RESULTS] {
    [0.0, 0.25, 0.5, 0.75, 1.0]
}

/// The Elo difference for a mean score; infinite if the score is not strictly between 0 and 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected mean score for an Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::simulated;

    fn close(found: f64, expected: f64, within: f64) {
        assert!(
            (found - expected).abs() <= within,
            "{found}, expected {expected}"
        );
    }

    #[test]
    fn a_small_match_by_hand() {
        // Ten pairs: 0, 1/4 twice, 1/2 three times, 3/4 three times, 1 once.
        let pairs = Pairs::new([1, 2, 3, 3, 1]);
        // Sum 0 + 0.5 + 1.5 + 2.25 + 1 = 5.25.
        close(pairs.score().expect("pairs"), 0.525, 1e-12);
        // Squares about the mean: 0.275625 + 2 * 0.075625 + 3 * 0.000625 + 3 * 0.050625 + 0.225625
        // = 0.80625, divided by 9.
        close(pairs.variance().expect("pairs"), 0.80625 / 9.0, 1e-12);
        let elo = pairs.elo().expect("pairs");
        // -400 log10(1 / 0.525 - 1) = -400 log10(0.904762) = 17.3872.
        close(elo.value, 17.3872, 1e-3);
        // With half a pair more of each result, 12.5 pairs, sum 6.5, mean 0.52. Squares about that:
        // 1.5 * 0.2704 + 2.5 * 0.0729 + 3.5 * 0.0004 + 3.5 * 0.0529 + 1.5 * 0.2304 = 1.12, divided
        // by 12.5 = 0.0896. Standard error sqrt(0.0896 / 10) = 0.0946573; 1.96 of it = 0.1855249.
        close(elo.low, elo_of_score(0.525 - 0.185_524_9), 1e-3);
        close(elo.high, elo_of_score(0.525 + 0.185_524_9), 1e-3);
        // 0.025 / sqrt(2 * 0.0895833) = 0.0590624, times 347.4356.
        close(pairs.normalised_elo().expect("pairs").value, 20.5202, 1e-3);
        // 0.025 / 0.0946573 = 0.264111 deviations: 60.415% of a normal distribution.
        close(pairs.superiority().expect("pairs"), 0.604_15, 1e-5);
    }

    #[test]
    fn without_pairs_there_is_no_estimate() {
        let mut pairs = Pairs::default();
        assert_eq!((pairs.score(), pairs.elo()), (None, None));
        pairs.add(3);
        assert_eq!((pairs.score(), pairs.elo()), (Some(0.75), None));
        assert_eq!(pairs.superiority(), None);
    }

    #[test]
    fn equal_pairs_leave_an_error() {
        let won = Pairs::new([0, 0, 0, 0, 7]);
        let elo = won.elo().expect("pairs");
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // With the added pairs there are 9.5, mean 0.868421, squares about the mean 0.773026. This
        // gives an error of 0.107816 and a score of at least 1 - 0.211315. By the exact binomial
        // bound, 14 wins in 14 games show a score of at least 0.768.
        close(elo.low, elo_of_score(0.788_685), 1e-2);
        let superiority = won.superiority().expect("pairs");
        assert!(superiority > 0.999 && superiority < 1.0, "{superiority}");
        let lost = Pairs::new([7, 0, 0, 0, 0]).elo().expect("pairs");
        assert!(lost.low.is_infinite() && lost.low < 0.0);
        close(lost.high, -elo.low, 1e-9);
        let drawn = Pairs::new([0, 0, 7, 0, 0]);
        let elo = drawn.elo().expect("pairs");
        // 9.5 pairs, squares 0.3125: error 0.0685, reach 0.1343.
        close(elo.value, 0.0, 1e-12);
        close(elo.high, elo_of_score(0.634_361), 1e-2);
        close(elo.low, -elo.high, 1e-9);
        assert_eq!(drawn.superiority(), Some(0.5));
        assert_eq!((won.normalised_elo(), drawn.normalised_elo()), (None, None));
    }

    #[test]
    fn normalised_elo_equals_elo_without_draws() {
        // Independent games, no draws, a score of 51%: pairs 0.49², 2 * 0.49 * 0.51, 0.51² of a
        // million.
        let pairs = Pairs::new([240_100, 0, 499_800, 0, 260_100]);
        let (elo, normalised) = (pairs.elo(), pairs.normalised_elo());
        close(
            elo.expect("pairs").value,
            normalised.expect("pairs").value,
            0.01,
        );
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -30.0, 0.0, 5.0, 240.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }

    #[test]
    fn the_interval_of_few_pairs_contains_the_true_value() {
        let mut dice = simulated::Dice::new(5);
        for (truth, draws) in [(0.0, 0.4), (20.0, 0.96), (40.0, 0.4), (600.0, 0.1)] {
            for count in [2, 3, 5, 10, 25] {
                let rounds = 1_000;
                let held = (0..rounds)
                    .filter(|_| {
                        let pairs = simulated::pairs(&mut dice, truth, draws, 60.0, count);
                        let elo = pairs.elo().expect("pairs");
                        elo.low <= truth && truth <= elo.high
                    })
                    .count();
                // 95% of 1,000, minus four standard deviations of a binomial count. A higher count
                // is allowed, since the interval is cautious.
                assert!(held >= 922, "{held} of {rounds}: {truth}, {draws}, {count}");
            }
        }
    }

    #[test]
    fn the_interval_contains_the_true_value_in_95_percent() {
        let mut dice = simulated::Dice::new(11);
        for truth in [0.0, 40.0] {
            let rounds = 2_000;
            let held = (0..rounds)
                .filter(|_| {
                    let pairs = simulated::pairs(&mut dice, truth, 0.4, 60.0, 150);
                    let elo = pairs.elo().expect("pairs");
                    elo.low <= truth && truth <= elo.high
                })
                .count();
            // 95% of 2,000, within four standard deviations of a binomial count.
            close(held as f64, 0.95 * f64::from(rounds), 4.0 * 9.75);
        }
    }
}
