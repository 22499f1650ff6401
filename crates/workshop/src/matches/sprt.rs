//! The sequential probability ratio test (SPRT): it decides when a match has enough games for a
//! verdict.
//!
//! This is Wald's test of two simple hypotheses, in a generalised form. A hypothesis gives only the
//! mean score; the distribution of the results of pairs is unknown. So each hypothesis is given, of
//! all distributions with its mean, the one that explains the results best. See M. Van den Bergh,
//! "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution"
//! (<https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>) for that distribution, and his
//! "A Practical Introduction to the GSPRT" (GSPRT_approximation.pdf, there) for the test.

use std::fmt;

use super::statistics::{Pairs, pair_scores, score_of_elo};

/// The count of a result that never occurred, so that a hypothesis is not excluded only because
/// there are few games.
const UNSEEN: f64 = 1e-3;

/// A sequential test between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The test is not decided yet.
    Open,
    /// The test accepts the lower difference: the first player is no better than that.
    Refuted,
    /// The test accepts the upper difference: the first player is as good as that.
    Confirmed,
}

impl SprtDecision {
    /// The stable word: `open`, `refuted`, `confirmed`.
    pub const fn code(self) -> &'static str {
        match self {
            SprtDecision::Open => "open",
            SprtDecision::Refuted => "refuted",
            SprtDecision::Confirmed => "confirmed",
        }
    }
}

/// A test during its match. Its first verdict is final: games that are in progress at that moment
/// still count in the results, but do not change the verdict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    sprt: Sprt,
    verdict: SprtDecision,
}

impl Test {
    /// A test before the first game.
    pub fn new(sprt: Sprt) -> Test {
        Test {
            sprt,
            verdict: SprtDecision::Open,
        }
    }

    /// Updates the test after a game with the results so far.
    pub fn hear(&mut self, pairs: &Pairs) {
        if self.verdict == SprtDecision::Open {
            self.verdict = self.sprt.verdict(pairs);
        }
    }

    /// The test itself.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The verdict.
    pub fn verdict(&self) -> SprtDecision {
        self.verdict
    }
}

/// The text does not describe a test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// It has another form.
    #[error("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10 or 0,10,0.05,0.05")]
    Form,
    /// The differences are in the wrong order, or too large.
    #[error("the first Elo difference must be below the second, and both within 1000")]
    Differences,
    /// An error rate is out of bounds.
    #[error("an error rate must be more than 0 and less than 0.5")]
    Rates,
}

impl Sprt {
    /// A test of `elo0` against `elo1`. `alpha` is how often it may confirm although `elo0` is
    /// true, and `beta` how often it may refute although `elo1` is true.
    ///
    /// # Errors
    /// `elo0` is not below `elo1`, one of them is beyond 1000, or a rate is not between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let sane = |elo: f64| elo.abs() <= 1000.0;
        if !(elo0 < elo1 && sane(elo0) && sane(elo1)) {
            return Err(SprtError::Differences);
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(rate(alpha) && rate(beta)) {
            return Err(SprtError::Rates);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The two differences.
    pub fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The rates of wrong verdicts: wrongly confirmed, and wrongly refuted.
    pub fn rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The logarithms of Wald's bounds. The match goes on as long as the ratio is between them.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The logarithm of the likelihood ratio: how much better the upper difference explains the
    /// pairs than the lower one.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.counts().map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [lower, upper] = self
            .elos()
            .map(|elo| likeliest_with_mean(&seen, score_of_elo(elo)));
        let mean_logarithm: f64 = (0..Pairs::RESULTS)
            .map(|result| seen[result] * (upper[result] / lower[result]).ln())
            .sum();
        total * mean_logarithm
    }

    /// The verdict, if there are enough pairs for one.
    pub fn verdict(&self, pairs: &Pairs) -> SprtDecision {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio >= upper {
            SprtDecision::Confirmed
        } else if ratio <= lower {
            SprtDecision::Refuted
        } else {
            SprtDecision::Open
        }
    }
}

/// The distribution with this mean score under which the observed results are most likely:
/// `p[i] = seen[i] / (1 + t (score[i] - mean))`. The value of `t` is the one that gives this mean.
fn likeliest_with_mean(seen: &[f64; Pairs::RESULTS], mean: f64) -> [f64; Pairs::RESULTS] {
    let scores = pair_scores();
    let weight = |t: f64, result: usize| seen[result] / (1.0 + t * (scores[result] - mean));
    let excess = |t: f64| -> f64 {
        (0..Pairs::RESULTS)
            .map(|result| weight(t, result) * (scores[result] - mean))
            .sum()
    };
    // Between these two values every probability is positive, and the excess decreases from the
    // lower to the upper one.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|result| weight(t, result))
}

impl std::str::FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        match numbers.map_err(|_| SprtError::Form)?[..] {
            [elo0, elo1] => Sprt::new(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(SprtError::Form),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::simulated;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    #[test]
    fn a_coin_by_hand() {
        // Only pairs of 1/4 and 3/4: with mean s, those of 3/4 have the probability
        // (s - 1/4) / (1/2).
        let test = sprt(0.0, 20.0);
        let s1 = score_of_elo(20.0);
        let by_hand = |low: f64, high: f64| {
            let upper = (s1 - 0.25) / 0.5;
            low * ((1.0 - upper) / 0.5).ln() + high * (upper / 0.5).ln()
        };
        for (low, high) in [(40, 60), (60, 40), (500, 500), (430, 570)] {
            let found = test.log_likelihood_ratio(&Pairs::new([0, low, 0, high, 0]));
            let expected = by_hand(low as f64, high as f64);
            assert!((found - expected).abs() < 0.02, "{found}, {expected}");
        }
    }

    /// The usual normal approximation of the exact ratio.
    fn approximation(test: &Sprt, pairs: &Pairs) -> f64 {
        let [s0, s1] = test.elos().map(score_of_elo);
        let (mean, variance) = (
            pairs.score().expect("pairs"),
            pairs.variance().expect("pairs"),
        );
        pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    #[test]
    fn close_hypotheses_give_the_ratio_of_the_normal_approximation() {
        let test = sprt(0.0, 5.0);
        for counts in [
            [30, 220, 510, 230, 34],
            [5, 100, 700, 140, 10],
            [80, 200, 300, 200, 80],
        ] {
            let pairs = Pairs::new(counts);
            let (exact, rough) = (
                test.log_likelihood_ratio(&pairs),
                approximation(&test, &pairs),
            );
            assert!((exact - rough).abs() < 0.03, "{exact}, about {rough}");
        }
    }

    #[test]
    fn walds_bounds() {
        let [lower, upper] = sprt(0.0, 10.0).bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-8 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn few_pairs_decide_nothing() {
        let test = sprt(0.0, 10.0);
        assert_eq!(test.verdict(&Pairs::default()), SprtDecision::Open);
        assert_eq!(
            test.verdict(&Pairs::new([0, 0, 0, 0, 3])),
            SprtDecision::Open
        );
        assert!(
            test.log_likelihood_ratio(&Pairs::new([0, 0, 9, 0, 0]))
                .is_finite()
        );
    }

    #[test]
    fn a_verdict_is_final() {
        let mut test = Test::new(sprt(0.0, 30.0));
        let [open, confirmed] = [[0, 10, 20, 10, 0], [0, 5, 40, 55, 20]].map(Pairs::new);
        let back_inside = Pairs::new([20, 20, 40, 55, 20]);
        for (pairs, now, said) in [
            (&open, SprtDecision::Open, SprtDecision::Open),
            (&confirmed, SprtDecision::Confirmed, SprtDecision::Confirmed),
            (&back_inside, SprtDecision::Open, SprtDecision::Confirmed),
        ] {
            test.hear(pairs);
            assert_eq!((test.sprt().verdict(pairs), test.verdict()), (now, said));
        }
    }

    #[test]
    fn texts_are_read_and_refused() {
        assert_eq!("0,10".parse(), Ok(sprt(0.0, 10.0)));
        assert_eq!("-5, 0, 0.1, 0.02".parse(), Sprt::new(-5.0, 0.0, 0.1, 0.02));
        assert_eq!("0".parse::<Sprt>(), Err(SprtError::Form));
        assert_eq!("0,x".parse::<Sprt>(), Err(SprtError::Form));
        assert_eq!("10,0".parse::<Sprt>(), Err(SprtError::Differences));
        assert_eq!("0,NaN".parse::<Sprt>(), Err(SprtError::Differences));
        assert_eq!("0,1,0,0.1".parse::<Sprt>(), Err(SprtError::Rates));
        let test = sprt(0.0, 10.0);
        assert_eq!(test.to_string().parse(), Ok(test));
    }

    /// Plays simulated pairs until there is a verdict, or there are 20,000 pairs.
    fn ends(test: &Sprt, dice: &mut simulated::Dice, truth: f64) -> (SprtDecision, u64) {
        let mut pairs = Pairs::default();
        while test.verdict(&pairs) == SprtDecision::Open && pairs.count() < 20_000 {
            pairs.add(simulated::pair(dice, truth, 0.5, 50.0));
        }
        (test.verdict(&pairs), pairs.count())
    }

    #[test]
    fn error_rates_are_within_their_bounds() {
        let test = sprt(0.0, 30.0);
        let mut dice = simulated::Dice::new(3);
        let rounds = 600;
        for (truth, wrong) in [
            (0.0, SprtDecision::Confirmed),
            (30.0, SprtDecision::Refuted),
        ] {
            let ends: Vec<_> = (0..rounds).map(|_| ends(&test, &mut dice, truth)).collect();
            assert!(
                ends.iter()
                    .all(|(verdict, _)| *verdict != SprtDecision::Open)
            );
            let errors = ends.iter().filter(|(verdict, _)| *verdict == wrong).count();
            // 5% of 600 is 30. A test overshoots Wald's bounds, so there are fewer. Three standard
            // deviations more would be 46.
            assert!((8..=46).contains(&errors), "{errors} wrong of {rounds}");
            let mean = ends.iter().map(|(_, pairs)| pairs).sum::<u64>() / rounds;
            assert!(mean < 1_000, "{mean} pairs");
        }
    }
}
