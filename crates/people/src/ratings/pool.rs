//! Rating pools: one for each variant and speed, since a strong player of one may be new to
//! another. The page shows the same speeds.

use damier_rules::Variant;
use damier_session::time_control::ClockSettings;

/// The number of a side's moves for which a game's duration is estimated.
pub const ESTIMATED_MOVES: u64 = 40;

const MINUTE_MS: u64 = 60 * 1_000;

/// The speed of a game, by a side's estimated time for forty moves.
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
    /// More: players need not stay connected.
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

    /// The stable code in messages and records.
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The speed with this code.
    pub fn from_code(code: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.code() == code)
    }
}

/// A side's time for forty moves, in milliseconds: its periods' base times and forty increments of
/// any kind.
pub fn estimate_ms(clock: &ClockSettings) -> u64 {
    let mut left = ESTIMATED_MOVES;
    let mut sum: u64 = 0;
    for number in 0.. {
        let period = clock.period(number);
        let moves = period.moves.map_or(left, |moves| left.min(moves.into()));
        sum = sum
            .saturating_add(period.initial_ms)
            .saturating_add(period.increment_ms.saturating_mul(moves));
        // A period lasts at least one move, so the loop ends.
        left = left.saturating_sub(moves.max(1));
        if left == 0 {
            break;
        }
    }
    sum
}

/// A rating pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RatingPool {
    /// The variant.
    pub variant: Variant,
    /// The speed.
    pub speed: Speed,
}

impl RatingPool {
    /// The pool with these codes: the variant's stable name and the speed's.
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
    fn usual_clocks_have_the_expected_speeds() {
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
    fn periods_count_up_to_move_forty() {
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
    fn every_speed_has_a_code() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_code(speed.code()), Some(speed));
        }
        assert_eq!(Speed::from_code("Blitz"), None);
    }
}
