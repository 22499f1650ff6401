//! Where somebody stands in one game at one speed: the strength after the last game that counted, when that was, and how many were won, drawn
//! and lost. From it follows what the next game changes, and whether the rating is settled enough to be compared with others.
//!
//! Each game is a rating period of its own, which ends with it: a player sees at once what a game was worth. Between two games the
//! deviation grows with the time that passes, a fraction of a period at a time, as if the period went on evenly.

use std::time::Duration;

use damier_session::strength::{Scored, Strength};

/// How long a rating period is, in milliseconds: four days. Somebody whose deviation is 50 and whose volatility is 0.06 is provisional again
/// after a year without a game: `sqrt(50² + (0.06 · 173.7)² · 365 / 4) = 111`.
pub const PERIOD_MS: u64 = 4 * 24 * 60 * 60 * 1_000;

/// Beyond this deviation a rating is provisional: it is shown with a question mark, and is on no list.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// All games.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// With one more game.
    #[must_use]
    pub fn and(self, score: Scored) -> Tally {
        let mut tally = self;
        let count = match score {
            Scored::Win => &mut tally.won,
            Scored::Draw => &mut tally.drawn,
            Scored::Loss => &mut tally.lost,
        };
        *count = count.saturating_add(1);
        tally
    }
}

/// A rating with what belongs to it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// The strength after the last game that counted.
    pub strength: Strength,
    /// When that game ended, in Unix milliseconds; 0 where there was none.
    pub at_ms: u64,
    /// The games that counted.
    pub tally: Tally,
}

impl Standing {
    /// The strength at a moment: less certain, the longer ago the last game is.
    pub fn strength_at(&self, now_ms: u64) -> Strength {
        self.strength.rested_for(self.periods_until(now_ms))
    }

    /// Whether the rating is too uncertain at a moment to be compared with others.
    pub fn is_provisional_at(&self, now_ms: u64) -> bool {
        self.tally.games() == 0 || self.strength_at(now_ms).deviation.get() > PROVISIONAL_DEVIATION
    }

    /// Until when the rating is certain enough to be on a list, in Unix milliseconds; 0 where it is not.
    ///
    /// ```
    /// use damier_people::ratings::Standing;
    /// assert_eq!(Standing::default().established_until_ms(), 0);
    /// ```
    pub fn established_until_ms(&self) -> u64 {
        let missing = PROVISIONAL_DEVIATION.powi(2) - self.strength.deviation.get().powi(2);
        if missing < 0.0 || self.tally.games() == 0 {
            return 0;
        }
        let periods = missing / self.strength.volatility.in_points().powi(2);
        // The least volatility bounds it to some forty years, so it fits.
        let until = Duration::from_millis(PERIOD_MS).mul_f64(periods);
        self.at_ms.saturating_add(until.as_millis() as u64)
    }

    /// The standing after one more game, against somebody who stood like this, which ended at a moment.
    #[must_use]
    pub fn after(&self, other: &Standing, score: Scored, ended_ms: u64) -> Standing {
        Standing {
            strength: self.strength.after_one(
                self.periods_until(ended_ms),
                other.strength_at(ended_ms),
                score,
            ),
            // Where clocks differ, an earlier game may be counted after a later one.
            at_ms: self.at_ms.max(ended_ms),
            tally: self.tally.and(score),
        }
    }

    fn periods_until(&self, now_ms: u64) -> f64 {
        if self.tally.games() == 0 {
            return 0.0;
        }
        let passed = Duration::from_millis(now_ms.saturating_sub(self.at_ms));
        passed.div_duration_f64(Duration::from_millis(PERIOD_MS))
    }
}

#[cfg(test)]
mod tests {
    use damier_session::strength::{Deviation, Rating, Volatility};

    use super::*;

    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

    fn standing(rating: f64, deviation: f64, games: u32) -> Standing {
        Standing {
            strength: Strength {
                rating: Rating::new(rating).unwrap(),
                deviation: Deviation::new(deviation).unwrap(),
                volatility: Volatility::default(),
            },
            at_ms: 10 * DAY_MS,
            tally: Tally {
                won: games,
                ..Tally::default()
            },
        }
    }

    #[test]
    fn somebody_new_is_provisional_and_somebody_who_plays_is_not() {
        assert!(Standing::default().is_provisional_at(0));
        let mut plays = Standing::default();
        let other = standing(1500.0, 60.0, 9);
        let mut games = 0;
        while plays.is_provisional_at(plays.at_ms) {
            let score = if games % 2 == 0 {
                Scored::Win
            } else {
                Scored::Loss
            };
            plays = plays.after(&other, score, 10 * DAY_MS);
            games += 1;
        }
        assert!((8..=16).contains(&games), "{games}");
        assert_eq!(plays.tally.games(), games);
    }

    #[test]
    fn a_year_without_a_game_makes_a_rating_provisional_again() {
        let sure = standing(1700.0, 50.0, 40);
        let until = sure.established_until_ms();
        assert!((300..366).contains(&((until - sure.at_ms) / DAY_MS)));
        assert!(!sure.is_provisional_at(until - DAY_MS));
        assert!(sure.is_provisional_at(until + DAY_MS));
        assert_eq!(sure.strength_at(until).rating, sure.strength.rating);
        assert_eq!(
            sure.strength_at(0),
            sure.strength,
            "a clock that was put back"
        );
        assert_eq!(standing(1700.0, 111.0, 40).established_until_ms(), 0);
    }

    #[test]
    fn games_on_one_day_do_not_make_a_rating_less_certain() {
        let mut plays = standing(1500.0, 45.0, 100);
        let other = standing(1500.0, 45.0, 100);
        for game in 0..100 {
            let score = if game % 2 == 0 {
                Scored::Win
            } else {
                Scored::Loss
            };
            plays = plays.after(&other, score, plays.at_ms);
        }
        assert!(plays.strength.deviation.get() < 45.0, "{plays:?}");
    }

    #[test]
    fn what_one_wins_from_an_equal_the_other_loses() {
        let (one, other) = (standing(1500.0, 80.0, 5), standing(1500.0, 80.0, 5));
        let ended_ms = 12 * DAY_MS;
        let won = one.after(&other, Scored::Win, ended_ms);
        let lost = other.after(&one, Scored::Loss, ended_ms);
        let sum = won.strength.rating.get() + lost.strength.rating.get();
        assert!((sum - 3_000.0).abs() < 1e-6, "{sum}");
        assert_eq!(won.at_ms, ended_ms);
        let drawn = one.after(&other, Scored::Draw, ended_ms);
        assert!((drawn.strength.rating.get() - 1_500.0).abs() < 1e-6);
    }
}
