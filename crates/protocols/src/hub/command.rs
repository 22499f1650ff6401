//! The commands of the controller to the engine.

use std::fmt;
use std::time::Duration;

use super::line::HubLine;
use crate::lines::excerpt;
use crate::player::{Limits, TimeLeft};

/// A command of the controller.
///
/// ```
/// use damier_protocols::hub::{HubCommand, HubLine, Mode};
///
/// let command = HubCommand::of(&HubLine::read("go think")?)?;
/// assert_eq!(command, HubCommand::Go(Mode::Think));
/// assert_eq!(command.to_string(), "go think");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum HubCommand {
    /// Requests the engine's identity and parameters.
    Hub,
    /// Sets a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its value, as text.
        value: String,
    },
    /// Requests that the engine prepare for a game and send `ready`.
    Init,
    /// A new game begins. The engine forgets everything about earlier positions.
    NewGame,
    /// Sets the position to think about, and removes all limits.
    Pos {
        /// The position before the moves, as text; `None` for the start of the game.
        position: Option<String>,
        /// Moves played from there.
        moves: Vec<String>,
    },
    /// Sets limits for the next search.
    Level(HubLevel),
    /// Starts a search.
    Go(Mode),
    /// The expected move was played, so the engine's clock starts.
    PonderHit,
    /// Stops the search.
    Stop,
    /// Requests `pong`, to check that the engine is responsive.
    Ping,
    /// Ends the connection.
    Quit,
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A move to play.
    Think,
    /// To find the reply to an expected move (pondering); the clock does not run.
    Ponder,
    /// To analyse the position.
    Analyze,
}

/// The limits of a `level` command. Times are in seconds.
///
/// ```
/// use damier_protocols::hub::HubLevel;
/// use damier_protocols::player::Limits;
///
/// let level = HubLevel::of_limits(&Limits::depth(12));
/// assert_eq!((level.depth, level.infinite), (Some(12), false));
/// let mut limits = Limits::nodes(1_000);
/// level.add_to(&mut limits);
/// assert_eq!((limits.depth, limits.nodes), (Some(12), Some(1_000)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HubLevel {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<f64>,
    /// The time left on the clock, before the increment of this move is added.
    pub time: Option<f64>,
    /// The time that is added before every move.
    pub inc: Option<f64>,
    /// The number of moves until more time is added.
    pub moves: Option<u32>,
    /// Only `stop` ends the search.
    pub infinite: bool,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The command is not known.
    #[error("bad command: {0}")]
    Unknown(String),
    /// An argument is missing.
    #[error("{command}: expected {expected}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What is missing.
        expected: &'static str,
    },
    /// An argument is not a number, or out of its range.
    #[error("{argument}: found {found}, expected {expected}")]
    Number {
        /// The argument.
        argument: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl HubCommand {
    /// Reads a command from a line.
    ///
    /// # Errors
    /// The command is not known, or an argument is missing or not a number. Unknown arguments are
    /// ignored.
    pub fn of(line: &HubLine) -> Result<HubCommand, CommandError> {
        let missing = |command, expected| CommandError::Missing { command, expected };
        Ok(match line.command() {
            "hub" => HubCommand::Hub,
            "set-param" => {
                let argument = |name| line.value(name).map(str::to_owned);
                let (Some(name), Some(value)) = (argument("name"), argument("value")) else {
                    return Err(missing("set-param", "name=... value=..."));
                };
                HubCommand::SetParam { name, value }
            }
            "init" => HubCommand::Init,
            "new-game" => HubCommand::NewGame,
            "pos" => {
                let position = match line.value("pos") {
                    Some("start") => None,
                    Some(text) => Some(text.to_owned()),
                    None if line.has("start") => None,
                    None => return Err(missing("pos", "pos=... or start")),
                };
                let moves = line.value("moves").unwrap_or_default();
                let moves = moves.split_whitespace().map(str::to_owned).collect();
                HubCommand::Pos { position, moves }
            }
            "level" => HubCommand::Level(HubLevel::of(line)?),
            "go" => HubCommand::Go(
                [Mode::Think, Mode::Ponder, Mode::Analyze]
                    .into_iter()
                    .find(|mode| line.has(mode.word()))
                    .ok_or(missing("go", "think, ponder or analyze"))?,
            ),
            "ponder-hit" => HubCommand::PonderHit,
            "stop" => HubCommand::Stop,
            "ping" => HubCommand::Ping,
            "quit" => HubCommand::Quit,
            unknown => return Err(CommandError::Unknown(excerpt(unknown))),
        })
    }

    /// The command as a line.
    pub fn to_line(&self) -> HubLine {
        match self {
            HubCommand::Hub => HubLine::new("hub"),
            HubCommand::SetParam { name, value } => HubLine::new("set-param")
                .with("name", name)
                .with("value", value),
            HubCommand::Init => HubLine::new("init"),
            HubCommand::NewGame => HubLine::new("new-game"),
            HubCommand::Pos { position, moves } => {
                let line = HubLine::new("pos");
                let line = match position {
                    Some(text) => line.with("pos", text),
                    None => line.with_flag("start"),
                };
                let moves = (!moves.is_empty()).then(|| moves.join(" "));
                line.with_some("moves", moves)
            }
            HubCommand::Level(level) => level.to_line(),
            HubCommand::Go(mode) => HubLine::new("go").with_flag(mode.word()),
            HubCommand::PonderHit => HubLine::new("ponder-hit"),
            HubCommand::Stop => HubLine::new("stop"),
            HubCommand::Ping => HubLine::new("ping"),
            HubCommand::Quit => HubLine::new("quit"),
        }
    }
}

impl fmt::Display for HubCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_line().fmt(f)
    }
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Think => "think",
            Mode::Ponder => "ponder",
            Mode::Analyze => "analyze",
        }
    }
}

impl HubLevel {
    fn of(line: &HubLine) -> Result<HubLevel, CommandError> {
        let level = HubLevel {
            depth: number(line, "depth", "a whole number, 1 or more", |&n| n > 0)?,
            nodes: number(line, "nodes", "a whole number, 1 or more", |&n| n > 0)?,
            move_time: number(line, "move-time", "seconds", |s: &f64| s.is_finite())?,
            time: number(line, "time", "seconds", |s: &f64| s.is_finite())?,
            inc: number(line, "inc", "seconds", |s: &f64| s.is_finite())?,
            // Some controllers send 0 when moves are not counted.
            moves: number(line, "moves", "a whole number", |_| true)?.filter(|&moves| moves > 0),
            infinite: line.has("infinite"),
        };
        let speaks_of_a_clock = level.moves.is_some() || level.inc.is_some();
        if level.time.is_none() && speaks_of_a_clock {
            return Err(CommandError::Missing {
                command: "level",
                expected: "time=... beside moves and inc",
            });
        }
        if level == HubLevel::default() {
            return Err(CommandError::Missing {
                command: "level",
                expected: "depth, nodes, move-time, time or infinite",
            });
        }
        Ok(level)
    }

    fn to_line(self) -> HubLine {
        let line = HubLine::new("level")
            .with_some("depth", self.depth)
            .with_some("nodes", self.nodes)
            .with_some("move-time", self.move_time)
            .with_some("moves", self.moves)
            .with_some("time", self.time)
            .with_some("inc", self.inc);
        if self.infinite {
            line.with_flag("infinite")
        } else {
            line
        }
    }

    /// The level for these limits. If there are no limits, it is infinite.
    pub fn of_limits(limits: &Limits) -> HubLevel {
        let clock = limits.clock;
        // The engine adds the increment before the move.
        let increment = clock.map(|clock| clock.increment.min(clock.remaining));
        HubLevel {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time.map(|time| time.as_secs_f64()),
            time: clock
                .zip(increment)
                .map(|(clock, increment)| clock.remaining.saturating_sub(increment).as_secs_f64()),
            inc: increment
                .filter(|increment| !increment.is_zero())
                .map(|increment| increment.as_secs_f64()),
            moves: clock.and_then(|clock| clock.moves_left),
            infinite: *limits == Limits::default(),
        }
    }

    /// Adds these limits to `limits`. A depth, a number of nodes and a time all apply together. A
    /// negative time counts as zero, and no time is longer than a year.
    pub fn add_to(&self, limits: &mut Limits) {
        const YEAR: f64 = 365.0 * 86_400.0;
        let duration = |seconds: f64| Duration::from_secs_f64(seconds.clamp(0.0, YEAR));
        if self.infinite {
            *limits = Limits::default();
        }
        limits.depth = self.depth.or(limits.depth);
        limits.nodes = self.nodes.or(limits.nodes);
        if let Some(time) = self.move_time {
            limits.move_time = Some(duration(time));
        }
        if let Some(time) = self.time {
            let increment = self.inc.unwrap_or_default().max(0.0);
            limits.clock = Some(TimeLeft {
                remaining: duration(time + increment),
                increment: duration(increment),
                moves_left: self.moves,
            });
        }
    }
}

fn number<N: std::str::FromStr>(
    line: &HubLine,
    argument: &'static str,
    expected: &'static str,
    is_good: impl Fn(&N) -> bool,
) -> Result<Option<N>, CommandError> {
    let Some(text) = line.value(argument) else {
        return Ok(None);
    };
    let number = text.parse().ok().filter(is_good);
    number.map(Some).ok_or_else(|| CommandError::Number {
        argument,
        found: excerpt(text),
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<HubCommand, String> {
        let line = HubLine::read(text).map_err(|error| error.to_string())?;
        HubCommand::of(&line).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_read_back() {
        for text in [
            "hub",
            "set-param name=book value=false",
            "set-param name=book value=\"\"",
            "init",
            "new-game",
            "pos start",
            "pos pos=Wee",
            "pos start moves=32-28",
            "pos pos=Wee moves=\"32-28 19-23\"",
            "level depth=5",
            "level depth=5 nodes=1000 move-time=0.25",
            "level moves=9 time=291.587",
            "level time=-0.5 inc=1",
            "level infinite",
            "go think",
            "go ponder",
            "go analyze",
            "ponder-hit",
            "stop",
            "ping",
            "quit",
        ] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, expected) in [
            ("fly", "bad command: fly"),
            ("set-param name=a", "set-param: expected name=... value=..."),
            ("pos", "pos: expected pos=... or start"),
            ("go", "go: expected think, ponder or analyze"),
            (
                "level",
                "level: expected depth, nodes, move-time, time or infinite",
            ),
            (
                "level depth=0",
                "depth: found 0, expected a whole number, 1 or more",
            ),
            (
                "level depth=99999999999",
                "depth: found 99999999999, expected a whole number, 1 or more",
            ),
            ("level time=NaN", "time: found NaN, expected seconds"),
            (
                "level move-time=soon",
                "move-time: found soon, expected seconds",
            ),
            (
                "level inc=1",
                "level: expected time=... beside moves and inc",
            ),
        ] {
            assert_eq!(read(text), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_level_tells_the_limits_that_it_was_made_of() {
        let clock = |remaining, increment, moves_left| {
            Limits::clock(TimeLeft {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_left,
            })
        };
        for limits in [
            Limits::default(),
            Limits::depth(7),
            Limits::nodes(5_000_000_000),
            Limits::move_time(Duration::from_millis(125)),
            clock(60_000, 0, None),
            clock(60_000, 500, Some(12)),
        ] {
            let mut read_back = Limits::default();
            HubLevel::of_limits(&limits).add_to(&mut read_back);
            assert_eq!(read_back, limits);
        }
        // Even if the increment is larger than the remaining time, the remaining time is preserved.
        let mut read_back = Limits::default();
        HubLevel::of_limits(&clock(300, 1_000, None)).add_to(&mut read_back);
        assert_eq!(
            read_back.clock.map(|clock| clock.remaining),
            Some(Duration::from_millis(300))
        );
    }

    #[test]
    fn times_out_of_reach_are_cut() {
        let limits = |text: &str| {
            let Ok(HubCommand::Level(level)) = read(text) else {
                panic!("{text} is a level");
            };
            let mut limits = Limits::nodes(5);
            level.add_to(&mut limits);
            limits
        };
        assert_eq!(limits("level move-time=-3").move_time, Some(Duration::ZERO));
        assert!(limits("level time=1e300 inc=1e300").clock.is_some());
        assert_eq!(limits("level depth=3").nodes, Some(5), "levels add up");
        assert_eq!(limits("level infinite"), Limits::default());
    }
}
