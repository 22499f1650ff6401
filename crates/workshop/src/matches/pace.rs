//! How long a player may think in a match: a limit for each move, a clock for the game, or both.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use damier_protocols::player::{Limits, TimeLeft};

/// The limits on a player's moves. All of them apply together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// The maximum depth of a search in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes of a search, by the player's own count.
    pub nodes: Option<u64>,
    /// The time of every move.
    pub move_time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<ClockSetting>,
}

/// The settings of a clock before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSetting {
    /// The time of the whole game.
    pub time: Duration,
    /// The time that is added after every move.
    pub increment: Duration,
}

impl ClockSetting {
    /// The time on the clock before the first move.
    pub fn full(self) -> TimeLeft {
        TimeLeft {
            remaining: self.time,
            increment: self.increment,
            moves_left: None,
        }
    }
}

impl Pace {
    /// Whether there is no limit at all.
    pub fn is_endless(&self) -> bool {
        *self == Pace::default()
    }

    /// The limits of one move, given the time left on the clock.
    pub fn limits(&self, clock: Option<TimeLeft>) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
        }
    }
}

/// The text is not a pace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PaceError {
    /// A part does not have the form of a limit.
    #[error("{found:?}: expected depth=PLIES, nodes=N, time=SECONDS or clock=SECONDS+SECONDS")]
    Form {
        /// The part.
        found: String,
    },
    /// A number cannot be read, or is out of bounds.
    #[error("{found:?}: expected {expected}")]
    Number {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
}

impl FromStr for Pace {
    type Err = PaceError;

    /// Reads the text that [`Display`](fmt::Display) writes, such as `nodes=20000`, `clock=60+0.6`
    /// or `depth=9,time=1`.
    fn from_str(text: &str) -> Result<Pace, PaceError> {
        let mut pace = Pace::default();
        for part in text.split(',') {
            let form = || PaceError::Form {
                found: part.to_owned(),
            };
            let (name, value) = part.split_once('=').ok_or_else(form)?;
            match name.trim() {
                "depth" => pace.depth = Some(whole(value, "plies from 1 to 100", 100)? as u32),
                "nodes" => pace.nodes = Some(whole(value, "a whole number, 1 or more", u64::MAX)?),
                "time" => pace.move_time = Some(seconds(value)?),
                "clock" => pace.clock = Some(value.parse()?),
                _ => return Err(form()),
            }
        }
        Ok(pace)
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.move_time
                .map(|time| format!("time={}", time.as_secs_f64())),
            self.clock.map(|clock| format!("clock={clock}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

impl FromStr for ClockSetting {
    type Err = PaceError;

    /// Reads seconds, with or without an increment: `60`, `60+0.6`.
    fn from_str(text: &str) -> Result<ClockSetting, PaceError> {
        let (time, increment) = match text.split_once('+') {
            Some((time, increment)) => (time, Some(increment)),
            None => (text, None),
        };
        let increment = match increment.map(str::trim) {
            None | Some("0") => Duration::ZERO,
            Some(increment) => seconds(increment)?,
        };
        Ok(ClockSetting {
            time: seconds(time)?,
            increment,
        })
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        write!(f, "{}+{}", seconds(self.time), seconds(self.increment))
    }
}

fn whole(text: &str, expected: &'static str, most: u64) -> Result<u64, PaceError> {
    let number = text.trim().parse().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| PaceError::Number {
            found: text.to_owned(),
            expected,
        })
}

fn seconds(text: &str) -> Result<Duration, PaceError> {
    let seconds: Option<f64> = text.trim().parse().ok();
    seconds
        .filter(|seconds| (0.001..=1e6).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| PaceError::Number {
            found: text.to_owned(),
            expected: "seconds, from 0.001 to a million",
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back_as_written() {
        for text in [
            "nodes=20000",
            "time=0.1",
            "clock=60+0.6",
            "depth=9,nodes=5,time=2.5,clock=1+0",
        ] {
            let pace: Pace = text.parse().expect(text);
            assert_eq!(pace.to_string(), text);
        }
        let short: Pace = "clock=60".parse().expect("a clock");
        assert_eq!(short.to_string(), "clock=60+0");
    }

    #[test]
    fn other_texts_are_refused_with_their_part() {
        for text in [
            "",
            "nodes",
            "nodes=0",
            "nodes=-1",
            "time=0",
            "time=NaN",
            "time=1e9",
            "depth=101",
            "speed=3",
            "clock=+1",
            "nodes=5,,depth=3",
        ] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
        let error = "nodes=5,time=soon".parse::<Pace>().expect_err("no time");
        assert_eq!(
            error.to_string(),
            "\"soon\": expected seconds, from 0.001 to a million"
        );
    }
}
