//! A player's rating in one pool: strength after the last rated game, its time, and the counts of
//! wins, draws and losses. It determines how the next game changes the rating, and whether the
//! rating is established.
//!
//! Each game is a rating period of its own, so a player sees its effect at once. Between games the
//! deviation grows continuously with time, by fractions of a period.

use std::time::Duration;

use damier_session::strength::{Scored, Strength};

/// The length of a rating period, in milliseconds: four days. A player with deviation 50 and
/// volatility 0.06 becomes provisional after a year without a game: `sqrt(50² + (0.06 · 173.7)² ·
/// 365 / 4) = 111`.
pub const PERIOD_MS: u64 = 4 * 24 * 60 * 60 * 1_000;

/// Above this deviation a rating is provisional: shown with a question mark and left out of lists.
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

/// A player's rating in a pool, with the tally that belongs to it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatingState {
    /// The strength after the last rated game.
    pub strength: Strength,
    /// When that game ended, in Unix milliseconds; 0 without one.
    pub at_ms: u64,
    /// The tally of rated games.
    pub tally: Tally,
}

impl RatingState {
    /// The strength at a time; the deviation grows since the last game.
    pub fn strength_at(&self, now_ms: u64) -> Strength {
        self.strength.rested_for(self.periods_until(now_ms))
    }

    /// Whether the rating is provisional at a time.
    pub fn is_provisional_at(&self, now_ms: u64) -> bool {
        self.tally.games() == 0 || self.strength_at(now_ms).deviation.get() > PROVISIONAL_DEVIATION
    }

    /// Until when the rating is established, in Unix milliseconds; 0 if it is provisional.
    ///
    /// ```
    /// use damier_people::ratings::RatingState;
    /// assert_eq!(RatingState::default().established_until_ms(), 0);
    /// ```
    pub fn established_until_ms(&self) -> u64 {
        let missing = PROVISIONAL_DEVIATION.powi(2) - self.strength.deviation.get().powi(2);
        if missing < 0.0 || self.tally.games() == 0 {
            return 0;
        }
        let periods = missing / self.strength.volatility.in_points().powi(2);
        // The minimum volatility bounds it to some forty years, so it fits.
        let until = Duration::from_millis(PERIOD_MS).mul_f64(periods);
        self.at_ms.saturating_add(until.as_millis() as u64)
    }

    /// The rating after a game that ended at this time against a player with this rating.
    #[must_use]
    pub fn after(&self, other: &RatingState, score: Scored, ended_ms: u64) -> RatingState {
        RatingState {
            strength: self.strength.after_one(
                self.periods_until(ended_ms),
                other.strength_at(ended_ms),
                score,
            ),
            // If clocks differ, an earlier game may be settled after a later one.
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

    fn standing(rating: f64, deviation: f64, games: u32) -> RatingState {
        RatingState {
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
    fn a_new_player_is_provisional_until_enough_games() {
        assert!(RatingState::default().is_provisional_at(0));
        let mut plays = RatingState::default();
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
    fn equal_players_gain_and_lose_the_same() {
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
