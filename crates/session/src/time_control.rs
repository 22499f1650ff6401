//! Time controls: how much time a side has, and for what. They are part of the settings of a game;
//! the clock (`crate::clock`) makes the time pass.
//!
//! A control is one period or several. `80+60` of the world federation's championships (FMJD, Annex
//! 3) is one period of 80 minutes where every move adds 60 seconds; two hours for 50 moves and then
//! an hour for every 25 are two periods, the last of which is repeated; *three days for each move,
//! and ten days for the whole game* (correspondence) is one of ten days with a delay of three.

use serde::{Deserialize, Serialize};

/// The shortest initial time, in milliseconds. With a delay it may be shorter, even zero.
pub const MIN_INITIAL_MS: u64 = 1_000;
/// The most time for a period, in milliseconds: sixty days.
pub const MAX_INITIAL_MS: u64 = 60 * DAY_MS;
/// The most that a move may add, in milliseconds: an hour.
pub const MAX_INCREMENT_MS: u64 = 60 * 60 * 1_000;
/// The longest delay, in milliseconds: thirty days.
pub const MAX_DELAY_MS: u64 = 30 * DAY_MS;
/// The most moves of a period.
pub const MAX_PERIOD_MOVES: u16 = 500;
/// The most periods of a control.
pub const MAX_PERIODS: usize = 4;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// What the increment of a control is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Bonus {
    /// It is added after each move.
    #[default]
    Fischer,
    /// It passes at the beginning of each turn before the time itself runs; the unused rest is
    /// lost.
    Delay,
    /// After each move the time that the move took is returned, up to the increment.
    Bronstein,
}

impl Bonus {
    /// Whether it is the usual one.
    pub fn is_fischer(&self) -> bool {
        *self == Bonus::Fischer
    }
}

/// How much time a side has. The first period is in the fields themselves, the others in `then`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockSettings {
    /// The time at the beginning, in milliseconds.
    pub initial_ms: u64,
    /// The increment of each move, in milliseconds.
    pub increment_ms: u64,
    /// What the increment is; added after the move unless it is said.
    #[serde(default, skip_serializing_if = "Bonus::is_fischer")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Bonus>"))]
    pub bonus: Bonus,
    /// For how many moves the time is; absent for all that remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moves: Option<u16>,
    /// The periods that follow, each once the moves of the one before are played. Time that is left
    /// is kept. If the last one counts moves, it is repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Period>>"))]
    pub then: Vec<Period>,
}

/// A time, and for how many moves it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Period {
    /// The time that is added when the period begins, in milliseconds.
    pub initial_ms: u64,
    /// The increment of each move, in milliseconds.
    pub increment_ms: u64,
    /// What the increment is; added after the move unless it is said.
    #[serde(default, skip_serializing_if = "Bonus::is_fischer")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Bonus>"))]
    pub bonus: Bonus,
    /// For how many moves the time is; absent for all that remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moves: Option<u16>,
}

/// Why a time control is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// A period begins with too little or too much.
    #[error("a period of the clock begins with 1 second to 60 days, found {found_ms} ms")]
    Initial {
        /// The value that was found.
        found_ms: u64,
    },
    /// A move adds too much.
    #[error("a move adds an hour at most, or delays by 30 days at most, found {found_ms} ms")]
    Increment {
        /// The value that was found.
        found_ms: u64,
    },
    /// A period is for no move, or for more than any game has.
    #[error("a period is for 1 to {MAX_PERIOD_MOVES} moves, found {found}")]
    PeriodMoves {
        /// The value that was found.
        found: u16,
    },
    /// There are too many periods.
    #[error("a clock has {MAX_PERIODS} periods at most, found {found}")]
    Periods {
        /// The value that was found.
        found: usize,
    },
    /// A period follows one that is for all moves that remain.
    #[error("period {number} is never reached: the one before it is for all moves that remain")]
    NeverReached {
        /// Its number, from 1.
        number: usize,
    },
}

impl TimeControlError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            TimeControlError::Initial { .. } | TimeControlError::Increment { .. } => {
                "clock-out-of-range"
            }
            TimeControlError::PeriodMoves { .. } => "period-moves",
            TimeControlError::Periods { .. } => "too-many-periods",
            TimeControlError::NeverReached { .. } => "period-never-reached",
        }
    }
}

impl ClockSettings {
    /// One period for the whole game, where each move adds the increment once it is played. In
    /// milliseconds.
    ///
    /// ```
    /// use damier_session::ClockSettings;
    /// let five_and_three = ClockSettings::fischer(300_000, 3_000);
    /// assert_eq!(five_and_three.moves, None);
    /// ```
    pub const fn fischer(initial_ms: u64, increment_ms: u64) -> ClockSettings {
        ClockSettings {
            initial_ms,
            increment_ms,
            bonus: Bonus::Fischer,
            moves: None,
            then: Vec::new(),
        }
    }

    /// Time per move, and a bank for moves that take longer: the control of correspondence games.
    ///
    /// ```
    /// use damier_session::time_control::{Bonus, ClockSettings};
    /// const DAY: u64 = 24 * 60 * 60 * 1_000;
    /// assert_eq!(ClockSettings::each_move(3 * DAY, 10 * DAY).bonus, Bonus::Delay);
    /// ```
    pub const fn each_move(move_ms: u64, bank_ms: u64) -> ClockSettings {
        ClockSettings {
            initial_ms: bank_ms,
            increment_ms: move_ms,
            bonus: Bonus::Delay,
            moves: None,
            then: Vec::new(),
        }
    }

    /// The minutes of a side for 40 moves, up to ten hours. `None` for a game with days per move.
    ///
    /// ```
    /// use damier_session::ClockSettings;
    /// assert_eq!(ClockSettings::fischer(180_000, 2_000).minutes_at_the_board(), Some(4));
    /// assert_eq!(ClockSettings::each_move(86_400_000, 0).minutes_at_the_board(), None);
    /// ```
    pub fn minutes_at_the_board(&self) -> Option<u64> {
        let added_ms = self.increment_ms.saturating_mul(40);
        let minutes = self.initial_ms.saturating_add(added_ms) / 60_000;
        (minutes <= 600).then_some(minutes)
    }

    /// The periods in order.
    pub fn periods(&self) -> impl Iterator<Item = Period> + '_ {
        [self.first()].into_iter().chain(self.then.iter().copied())
    }

    /// The period of this number, from 0; the last one for all numbers beyond it.
    pub fn period(&self, number: usize) -> Period {
        let later = number.checked_sub(1);
        later
            .and_then(|later| self.then.get(later).or(self.then.last()))
            .copied()
            .unwrap_or_else(|| self.first())
    }

    fn first(&self) -> Period {
        Period {
            initial_ms: self.initial_ms,
            increment_ms: self.increment_ms,
            bonus: self.bonus,
            moves: self.moves,
        }
    }

    /// Checks that every period is within bounds, and that each of them is reached.
    pub(crate) fn check(&self) -> Result<(), TimeControlError> {
        let periods = self.then.len() + 1;
        if periods > MAX_PERIODS {
            return Err(TimeControlError::Periods { found: periods });
        }
        for (number, period) in self.periods().enumerate() {
            period.check()?;
            if period.moves.is_none() && number + 1 < periods {
                return Err(TimeControlError::NeverReached { number: number + 2 });
            }
        }
        Ok(())
    }
}

impl Period {
    fn check(self) -> Result<(), TimeControlError> {
        let delayed = self.bonus == Bonus::Delay && self.increment_ms >= MIN_INITIAL_MS;
        let least = if delayed { 0 } else { MIN_INITIAL_MS };
        if !(least..=MAX_INITIAL_MS).contains(&self.initial_ms) {
            return Err(TimeControlError::Initial {
                found_ms: self.initial_ms,
            });
        }
        let most = match self.bonus {
            Bonus::Delay => MAX_DELAY_MS,
            Bonus::Fischer | Bonus::Bronstein => MAX_INCREMENT_MS,
        };
        if self.increment_ms > most {
            return Err(TimeControlError::Increment {
                found_ms: self.increment_ms,
            });
        }
        match self.moves {
            Some(found) if !(1..=MAX_PERIOD_MOVES).contains(&found) => {
                Err(TimeControlError::PeriodMoves { found })
            }
            _ => Ok(()),
        }
    }

    /// What a turn that took so long costs, in milliseconds.
    pub(crate) fn cost_ms(self, elapsed_ms: u64) -> u64 {
        elapsed_ms.saturating_sub(self.delay_ms())
    }

    /// What a move that took so long adds, in milliseconds.
    pub(crate) fn added_ms(self, elapsed_ms: u64) -> u64 {
        match self.bonus {
            Bonus::Fischer => self.increment_ms,
            Bonus::Delay => 0,
            Bonus::Bronstein => self.increment_ms.min(elapsed_ms),
        }
    }

    /// How long a turn costs nothing, in milliseconds.
    pub(crate) fn delay_ms(self) -> u64 {
        match self.bonus {
            Bonus::Delay => self.increment_ms,
            Bonus::Fischer | Bonus::Bronstein => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(clock: &ClockSettings) -> Option<&'static str> {
        clock.check().err().map(TimeControlError::code)
    }

    fn period(initial_ms: u64, moves: Option<u16>) -> Period {
        Period {
            initial_ms,
            increment_ms: 0,
            bonus: Bonus::Fischer,
            moves,
        }
    }

    #[test]
    fn every_bound_is_exact() {
        let out = Some("clock-out-of-range");
        let of = ClockSettings::fischer;
        assert_eq!(code(&of(MIN_INITIAL_MS, 0)), None);
        assert_eq!(code(&of(MAX_INITIAL_MS, MAX_INCREMENT_MS)), None);
        assert_eq!(code(&of(MIN_INITIAL_MS - 1, 0)), out);
        assert_eq!(code(&of(MAX_INITIAL_MS + 1, 0)), out);
        assert_eq!(code(&of(MIN_INITIAL_MS, MAX_INCREMENT_MS + 1)), out);
        let each_move = ClockSettings::each_move;
        assert_eq!(code(&each_move(MAX_DELAY_MS, 0)), None);
        assert_eq!(code(&each_move(MAX_DELAY_MS + 1, 0)), out);
        assert_eq!(
            code(&each_move(MIN_INITIAL_MS - 1, 0)),
            out,
            "no time at all"
        );
    }

    #[test]
    fn all_periods_can_be_reached() {
        let control = |moves, then: Vec<Period>| ClockSettings {
            moves,
            then,
            ..ClockSettings::fischer(7_200_000, 0)
        };
        assert_eq!(
            code(&control(Some(50), vec![period(3_600_000, Some(25))])),
            None
        );
        assert_eq!(
            code(&control(Some(50), vec![period(3_600_000, None)])),
            None
        );
        assert_eq!(
            code(&control(None, vec![period(1_000, None)])),
            Some("period-never-reached")
        );
        assert_eq!(code(&control(Some(0), Vec::new())), Some("period-moves"));
        assert_eq!(
            code(&control(Some(MAX_PERIOD_MOVES + 1), Vec::new())),
            Some("period-moves")
        );
        let four = vec![period(1_000, Some(1)); MAX_PERIODS];
        assert_eq!(code(&control(Some(1), four)), Some("too-many-periods"));
    }

    #[test]
    fn older_records_read_and_write_unchanged() {
        let json = r#"{"initial_ms":300000,"increment_ms":3000}"#;
        let clock: ClockSettings = serde_json::from_str(json).unwrap();
        assert_eq!(clock, ClockSettings::fischer(300_000, 3_000));
        assert_eq!(serde_json::to_string(&clock).unwrap(), json);
    }
}
