//! What the games of a match prove: the score, the Elo difference and its error, from pairs.
//!
//! The two games of a pair start from one ballot, with the colours swapped, and so their results hang
//! together: a ballot that favours White gives one win to each. Counting pairs instead of games takes that
//! out of the error. The five results of a pair make the *pentanomial* model; see M. Van den Bergh, "Normalized
//! Elo" and "Comments on Normalized Elo" (<https://www.cantate.be/Fishtest/>).

use libm::erfc;

/// Half the width of a 95% interval, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Pairs of games by their result, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs([u64; Pairs::RESULTS]);

/// A number that was measured, and its 95% interval. Beyond what a score of 0 or 1 can tell, infinite.
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
    /// The results that a pair can have: 0 to 4 half points.
    pub const RESULTS: usize = 5;

    /// So many pairs with 0, 1, 2, 3 and 4 half points for the first player.
    pub const fn new(counts: [u64; Pairs::RESULTS]) -> Pairs {
        Pairs(counts)
    }

    /// One more pair in which the first player made so many half points, at most 4.
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

    /// The mean score of a game, 0 to 1; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        let pairs = self.count();
        (pairs > 0).then(|| self.mean(|score| score))
    }

    /// The variance of the score of a pair, 0 to 1; `None` with less than two pairs.
    pub fn variance(&self) -> Option<f64> {
        let pairs = self.count() as f64;
        let mean = self.score()?;
        let spread = self.mean(|score| (score - mean).powi(2));
        (pairs > 1.0).then(|| spread * pairs / (pairs - 1.0))
    }

    /// The Elo difference in favour of the first player; `None` with less than two pairs.
    ///
    /// The interval is that of the score, whose mean is as good as normally distributed, put into Elo.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let reach = Z95 * self.standard_error()?;
        Some(Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - reach),
            high: elo_of_score(score + reach),
        })
    }

    /// The normalised Elo difference: by how many of its standard deviations the score of a game exceeds a
    /// half, in units that agree with Elo where no game is drawn. Unlike Elo it does not shrink as draws
    /// become more frequent. `None` with less than two pairs, or where all ended alike.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        // The deviation of one game is that of a pair's mean times the root of two.
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

    /// How likely it is that the first player is the stronger one, 0 to 1; `None` with less than two pairs.
    pub fn superiority(&self) -> Option<f64> {
        let ahead = self.score()? - 0.5;
        let error = self.standard_error()?;
        if error <= 0.0 {
            return Some(0.5 + 0.5 * f64::from(i8::from(ahead > 0.0) - i8::from(ahead < 0.0)));
        }
        Some(0.5 * erfc(-ahead / error / std::f64::consts::SQRT_2))
    }

    /// The standard error of the score.
    fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.count() as f64).sqrt())
    }

    /// The mean of something over all pairs, each with its score from 0 to 1.
    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self
            .0
            .iter()
            .zip(pair_scores())
            .map(|(&count, score)| count as f64 * of(score))
            .sum();
        sum / self.count() as f64
    }
}

/// The score per game of each result of a pair: 0, 1/4, 1/2, 3/4, 1.
pub(super) fn pair_scores() -> [f64; Pairs::RESULTS] {
    [0.0, 0.25, 0.5, 0.75, 1.0]
}

/// The Elo difference that a mean score shows; infinite for one that is no longer between 0 and 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The mean score that an Elo difference lets expect.
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
        // Standard error sqrt(0.0895833 / 10) = 0.0946485; 1.96 of it = 0.1855077.
        close(elo.low, elo_of_score(0.525 - 0.185_507_7), 1e-3);
        close(elo.high, elo_of_score(0.525 + 0.185_507_7), 1e-3);
        // 0.025 / sqrt(2 * 0.0895833) = 0.0590624, times 347.4356.
        close(pairs.normalised_elo().expect("pairs").value, 20.5202, 1e-3);
        // 0.025 / 0.0946485 = 0.264135 deviations: 60.416% of a normal distribution.
        close(pairs.superiority().expect("pairs"), 0.604_16, 1e-4);
    }

    #[test]
    fn without_pairs_nothing_is_known() {
        let mut pairs = Pairs::default();
        assert_eq!((pairs.score(), pairs.elo()), (None, None));
        pairs.add(3);
        assert_eq!((pairs.score(), pairs.elo()), (Some(0.75), None));
        assert_eq!(pairs.superiority(), None);
    }

    #[test]
    fn a_whitewash_is_infinite_and_certain() {
        let elo = Pairs::new([0, 0, 0, 0, 7]).elo().expect("pairs");
        assert_eq!((elo.value, elo.low), (f64::INFINITY, f64::INFINITY));
        assert_eq!(Pairs::new([0, 0, 0, 0, 7]).superiority(), Some(1.0));
        assert_eq!(Pairs::new([0, 0, 7, 0, 0]).superiority(), Some(0.5));
        assert_eq!(Pairs::new([0, 0, 7, 0, 0]).normalised_elo(), None);
    }

    #[test]
    fn normalised_elo_is_elo_where_nothing_is_drawn() {
        // Independent games, no draws, a score of 51%: pairs 0.49², 2 * 0.49 * 0.51, 0.51² of a million.
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
    fn the_interval_holds_the_truth_nineteen_times_in_twenty() {
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
