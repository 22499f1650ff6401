//! Which games count for which rating: a rating is kept for each game of the family and each speed by itself, since somebody may be strong at
//! one and new to another. Called by the challenges, the stores and the server; the page shows the same speeds.

use damier_rules::Variant;
use damier_session::time_control::ClockSettings;

/// For how many moves of a side the time of a game is estimated.
pub const ESTIMATED_MOVES: u64 = 40;

const MINUTE_MS: u64 = 60 * 1_000;

/// How fast a game is, by the time that a side has for forty moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 10 minutes.
    Blitz,
    /// Less than an hour.
    Rapid,
    /// Less than 12 hours.
    Classical,
    /// More: nobody has to stay at the board.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 5] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// The speed of games with this clock.
    ///
    /// ```
    /// use damier_session::ClockSettings;
    /// use damier_people::ratings::Speed;
    /// assert_eq!(Speed::of(&ClockSettings::fischer(300_000, 3_000)), Speed::Blitz);
    /// ```
    pub fn of(clock: &ClockSettings) -> Speed {
        match estimate_ms(clock) / MINUTE_MS {
            0..3 => Speed::Bullet,
            3..10 => Speed::Blitz,
            10..60 => Speed::Rapid,
            60..720 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }

    /// The stable word in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The speed of a word.
    pub fn from_code(code: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.code() == code)
    }
}

/// The time that a side has for forty moves, in milliseconds: what its periods begin with, and forty increments, of whatever kind they are.
pub fn estimate_ms(clock: &ClockSettings) -> u64 {
    let mut left = ESTIMATED_MOVES;
    let mut sum: u64 = 0;
    for number in 0.. {
        let period = clock.period(number);
        let moves = period.moves.map_or(left, |moves| left.min(moves.into()));
        sum = sum
            .saturating_add(period.initial_ms)
            .saturating_add(period.increment_ms.saturating_mul(moves));
        // A period is for one move at least, so this comes to an end.
        left = left.saturating_sub(moves.max(1));
        if left == 0 {
            break;
        }
    }
    sum
}

/// The games that count for one rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RatingPool {
    /// The game of the family.
    pub variant: Variant,
    /// How fast it is played.
    pub speed: Speed,
}

impl RatingPool {
    /// The games with these two words: the stable name of the game of the family, and that of the speed.
    pub fn from_codes(variant: &str, speed: &str) -> Option<RatingPool> {
        Some(RatingPool {
            variant: Variant::from_id(variant)?,
            speed: Speed::from_code(speed)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use damier_session::time_control::Period;

    use super::*;

    #[test]
    fn the_usual_clocks_have_the_speeds_that_people_expect() {
        let fischer = |minutes: u64, seconds: u64| {
            Speed::of(&ClockSettings::fischer(
                minutes * MINUTE_MS,
                seconds * 1_000,
            ))
        };
        for (clock, expected) in [
            ((1, 0), Speed::Bullet),
            ((2, 1), Speed::Bullet),
            ((3, 0), Speed::Blitz),
            ((3, 2), Speed::Blitz),
            ((5, 3), Speed::Blitz),
            ((5, 8), Speed::Rapid),
            ((10, 0), Speed::Rapid),
            ((20, 5), Speed::Rapid),
            ((60, 0), Speed::Classical),
            ((80, 60), Speed::Classical),
        ] {
            assert_eq!(fischer(clock.0, clock.1), expected, "{clock:?}");
        }
        let days = |days: u64| ClockSettings::each_move(days * 1_440 * MINUTE_MS, 0);
        assert_eq!(Speed::of(&days(1)), Speed::Correspondence);
        assert_eq!(
            Speed::of(&ClockSettings::fischer(3 * 1_440 * MINUTE_MS, 0)),
            Speed::Correspondence
        );
    }

    #[test]
    fn periods_count_as_far_as_forty_moves_reach() {
        let period = |minutes: u64, moves| Period {
            initial_ms: minutes * MINUTE_MS,
            increment_ms: 1_000,
            bonus: damier_session::time_control::Bonus::Fischer,
            moves,
        };
        let clock = |moves, then| ClockSettings {
            initial_ms: 10 * MINUTE_MS,
            increment_ms: 0,
            bonus: damier_session::time_control::Bonus::Fischer,
            moves,
            then,
        };
        assert_eq!(
            estimate_ms(&clock(Some(50), vec![period(5, None)])),
            10 * MINUTE_MS
        );
        assert_eq!(
            estimate_ms(&clock(Some(30), vec![period(5, None)])),
            15 * MINUTE_MS + 10_000
        );
        assert_eq!(
            estimate_ms(&clock(Some(10), vec![])),
            40 * MINUTE_MS,
            "the last one is repeated"
        );
        assert_eq!(
            estimate_ms(&clock(None, vec![])),
            10 * MINUTE_MS,
            "one for all moves"
        );
    }

    #[test]
    fn every_speed_has_its_word() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_code(speed.code()), Some(speed));
        }
        assert_eq!(Speed::from_code("Blitz"), None);
    }
}
