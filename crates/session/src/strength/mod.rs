//! Playing strength in Glicko-2 points, updated after games or attempted problems.
//!
//! A [`Strength`] is a rating, its standard deviation and its volatility. [`Strength::after`]
//! returns the strength after games or problems. A problem is an opponent that wins if it is not
//! solved. The caller passes the number of elapsed rating periods.
//!
//! The method is Mark Glickman's ("Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf),
//! computed by the library `skillratings`. The values are kept in the ranges in which the method is
//! known to converge.

mod values;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, Glicko2Rating, decay_deviation, expected_score, glicko2_rating_period,
};
pub use values::{Deviation, OutOfRange, Rating, Volatility};

/// How much the volatility may change from one period to the next: what Glickman calls tau.
const TAU: f64 = 0.5;

/// After this many periods without play the deviation is at its maximum, whatever the volatility.
const MOST_PERIODS: u32 = 100_000;

/// The strength of a player, or the difficulty of a problem.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Strength {
    /// The estimate.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rating: Rating,
    /// Its standard deviation: the true rating lies within twice as much in 19 cases of 20.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub deviation: Deviation,
    /// How much results vary from what was expected.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub volatility: Volatility,
}

/// The result of a game for one side, or of a problem for the player who tried it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scored {
    /// Won, or solved.
    Win,
    /// Drawn, or solved with help.
    Draw,
    /// Lost, or not solved.
    Loss,
}

impl Strength {
    /// The strength after a rating period with these games, all at the strengths of its beginning.
    /// Without games the rating stays, and the deviation grows.
    #[must_use]
    pub fn after(self, games: &[(Strength, Scored)]) -> Strength {
        self.after_from(self.deviation.get(), games)
    }

    /// As [`Self::after`], with this deviation at the beginning of the period.
    fn after_from(self, deviation: f64, games: &[(Strength, Scored)]) -> Strength {
        let config = Glicko2Config {
            tau: TAU,
            ..Glicko2Config::new()
        };
        let results: Vec<_> = games
            .iter()
            .map(|(other, score)| (other.to_library(), score.to_library()))
            .collect();
        let before = Glicko2Rating {
            deviation,
            ..self.to_library()
        };
        Strength::of_library(glicko2_rating_period(&before, &results, &config))
    }

    /// The strength after this many rating periods without a game.
    #[must_use]
    pub fn rested(self, periods: u32) -> Strength {
        let mut strength = self.to_library();
        for _ in 0..periods.min(MOST_PERIODS) {
            if strength.deviation >= Deviation::WIDEST.get() {
                break;
            }
            strength = decay_deviation(&strength);
        }
        Strength::of_library(strength)
    }

    /// The expected score against another player, from 0 to 1.
    pub fn expected_against(self, other: Strength) -> f64 {
        expected_score(&self.to_library(), &other.to_library()).0
    }

    /// The strength after a time without a game, in rating periods and parts of one.
    #[must_use]
    pub fn rested_for(self, periods: f64) -> Strength {
        let deviation = self
            .deviation
            .get()
            .hypot(self.volatility.in_points() * periods.max(0.0).sqrt());
        Strength {
            deviation: Deviation::nearest(deviation),
            ..self
        }
    }

    /// The strength after one game, this many rating periods after the last one. With one period it
    /// equals [`Strength::after`].
    #[must_use]
    pub fn after_one(self, periods: f64, other: Strength, score: Scored) -> Strength {
        let whole = self.volatility.in_points().powi(2);
        let (now, widest) = (
            self.deviation.get().powi(2),
            Deviation::WIDEST.get().powi(2),
        );
        let grown = (whole * periods.max(0.0)).min(widest - now);
        // The method adds the growth of a whole period, so the growth of the part that has not
        // passed is subtracted before. The smallest deviation exceeds the largest growth, so the
        // root is of a positive number.
        self.after_from((now + grown - whole).sqrt(), &[(other, score)])
    }

    fn to_library(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating.get(),
            deviation: self.deviation.get(),
            volatility: self.volatility.get(),
        }
    }

    fn of_library(found: Glicko2Rating) -> Strength {
        Strength {
            rating: Rating::nearest(found.rating),
            deviation: Deviation::nearest(found.deviation),
            volatility: Volatility::nearest(found.volatility),
        }
    }
}

impl Scored {
    fn to_library(self) -> Outcomes {
        match self {
            Scored::Win => Outcomes::WIN,
            Scored::Draw => Outcomes::DRAW,
            Scored::Loss => Outcomes::LOSS,
        }
    }
}
