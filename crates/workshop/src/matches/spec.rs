//! The players of a match as typed on the command line: `builtin,nodes=5000`,
//! `hub,book=false:./scan hub`.

use std::fmt;
use std::str::FromStr;

use damier_protocols::dxp::DxpOpponent;
use damier_protocols::hub::{HubEngine, HubOneEngine, Settings};
use damier_protocols::player::{Limits, Patience, Player, PlayerError};
use damier_rules::{Position, Variant};

use super::builtin::{Builtin, BuiltinError};
use super::pace::Pace;
use super::referee::Now;

/// A kind of player, with its settings or its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Our own engine, in this process.
    Builtin(Builtin),
    /// A program that speaks Hub, version 2.
    Hub(Program),
    /// A program that speaks Hub, version 1.
    HubOne(Program),
    /// A program that listens and speaks DXP.
    Dxp(Listener),
}

/// Where programs listen. A program that listens plays one game at a time, so there is one for each
/// board: the first at this port, the others at the ports after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listener {
    /// The name or address of the machine.
    pub host: String,
    /// The first port.
    pub port: u16,
}

/// A program, and the parameters that it gets before the first game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The command line. It is not passed to a shell.
    pub command: String,
    /// The names of the parameters, and their values.
    pub params: Vec<(String, String)>,
}

/// The text does not name a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// There is no such kind of player.
    #[error(
        "{found:?} is no kind of player: expected builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT"
    )]
    Kind {
        /// The text before the colon or the comma.
        found: String,
    },
    /// A setting of the builtin engine is wrong.
    #[error(transparent)]
    Builtin(#[from] BuiltinError),
    /// A program is given without a command.
    #[error("no command: expected {kind}:COMMAND, such as {kind}:\"./engine hub\"")]
    Command {
        /// The kind of player.
        kind: String,
    },
    /// An address has no port, or not a valid one.
    #[error("{found:?}: expected dxp:HOST:PORT, such as dxp:127.0.0.1:27531")]
    Address {
        /// The text after `dxp:`.
        found: String,
    },
    /// A part before the colon does not have the form `NAME=VALUE`.
    #[error("{found:?}: expected NAME=VALUE between the commas before the colon")]
    Param {
        /// The text found.
        found: String,
    },
}

impl Spec {
    /// Starts the player for one slot of a match, to play this game of the family.
    ///
    /// # Errors
    /// The player cannot be started or reached, or does not play this game.
    pub fn start(
        &self,
        variant: Variant,
        slot: usize,
        now: Now,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let settings = |program: &Program| Settings {
            game: variant,
            params: program.params.clone(),
            ..Settings::default()
        };
        Ok(match self {
            Spec::Builtin(builtin) => Box::new(builtin.player(now, slot as u64)),
            Spec::Hub(program) => Box::new(HubEngine::start(&program.command, &settings(program))?),
            Spec::HubOne(program) => {
                Box::new(HubOneEngine::start(&program.command, &settings(program))?)
            }
            Spec::Dxp(Listener { host, port }) => {
                let port = usize::from(*port) + slot;
                let address = format!("{host}:{port}");
                Box::new(DxpOpponent::connect(
                    &address,
                    "Damier",
                    Patience::default(),
                )?)
            }
        })
    }

    /// Whether the player's protocol can express a game from this position with these limits.
    /// Whether a Hub engine plays a variant is known only once it is [started](Spec::start) for it.
    ///
    /// # Errors
    /// [`PlayerError::CannotTell`], with what its protocol cannot express.
    pub fn can_play(&self, start: &Position, limits: &Limits) -> Result<(), PlayerError> {
        match self {
            Spec::Builtin(_) | Spec::Hub(_) => Ok(()),
            Spec::HubOne(_) => HubOneEngine::can_play(start, limits),
            Spec::Dxp(_) => DxpOpponent::can_play(start, limits),
        }
    }

    /// Whether the player can ponder. DXP has no message for that, and the builtin engine has no
    /// thread of its own. The same engine can ponder if it is started as a program that speaks Hub.
    pub fn can_think_ahead(&self) -> bool {
        matches!(self, Spec::Hub(_) | Spec::HubOne(_))
    }

    /// Whether the player would think forever at this pace.
    pub fn is_endless(&self, pace: &Pace) -> bool {
        let is_limited = match self {
            Spec::Builtin(settings) => settings.is_limited(),
            Spec::Hub(_) | Spec::HubOne(_) | Spec::Dxp(_) => false,
        };
        pace.is_endless() && !is_limited
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let kind = text.split([':', ',']).next().unwrap_or_default();
        let rest = text[kind.len()..].get(1..).unwrap_or_default();
        match kind {
            "builtin" => Ok(Spec::Builtin(rest.parse()?)),
            "hub" => Ok(Spec::Hub(program(kind, text)?)),
            "hub1" => Ok(Spec::HubOne(program(kind, text)?)),
            "dxp" => Ok(Spec::Dxp(listener(rest)?)),
            _ => Err(SpecError::Kind {
                found: kind.to_owned(),
            }),
        }
    }
}

/// Reads `HOST:PORT`.
fn listener(text: &str) -> Result<Listener, SpecError> {
    let parts = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    let read = parts.and_then(|(host, port)| {
        Some(Listener {
            host: host.to_owned(),
            port: port.parse().ok()?,
        })
    });
    read.ok_or_else(|| SpecError::Address {
        found: text.to_owned(),
    })
}

/// Reads `KIND[,NAME=VALUE...]:COMMAND`.
fn program(kind: &str, text: &str) -> Result<Program, SpecError> {
    let no_command = || SpecError::Command {
        kind: kind.to_owned(),
    };
    let (settings, command) = text.split_once(':').ok_or_else(no_command)?;
    if command.trim().is_empty() {
        return Err(no_command());
    }
    let param = |part: &str| match part.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(SpecError::Param {
            found: part.to_owned(),
        }),
    };
    Ok(Program {
        command: command.trim().to_owned(),
        params: settings
            .split(',')
            .skip(1)
            .map(param)
            .collect::<Result<_, _>>()?,
    })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, program) = match self {
            Spec::Builtin(settings) => return settings.fmt(f),
            Spec::Hub(program) => ("hub", program),
            Spec::HubOne(program) => ("hub1", program),
            Spec::Dxp(Listener { host, port }) => return write!(f, "dxp:{host}:{port}"),
        };
        f.write_str(kind)?;
        for (name, value) in &program.params {
            write!(f, ",{name}={value}")?;
        }
        write!(f, ":{}", program.command)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_protocols::player::TimeLeft;

    use super::*;

    #[test]
    fn texts_are_read_back_as_written() {
        for text in [
            "builtin",
            "builtin,level=3,nodes=500",
            "hub:./scan hub",
            "hub,book=false,threads=1:sh -c 'cd scan: && exec ./scan hub'",
            "hub1,bb-size=0:scan hub",
            "dxp:127.0.0.1:27531",
            "dxp:[::1]:27531",
        ] {
            let spec: Spec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            ("scan", "\"scan\" is no kind of player"),
            ("", "\"\" is no kind of player"),
            ("hub", "no command"),
            ("hub: ", "no command"),
            ("hub1,book=false", "no command"),
            ("dxp:localhost", "\"localhost\": expected dxp:HOST:PORT"),
            ("dxp::27531", "\":27531\": expected dxp:HOST:PORT"),
            ("dxp:x:70000", "\"x:70000\": expected dxp:HOST:PORT"),
            ("hub,book:./scan", "\"book\": expected NAME=VALUE"),
            ("builtin,level=0", "\"level=0\": expected a level"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }

    #[test]
    fn unsupported_games_are_detected_before_a_match() {
        let clock = |seconds, increment, moves_left| {
            Limits::clock(TimeLeft {
                remaining: Duration::from_secs(seconds),
                increment: Duration::from_secs(increment),
                moves_left,
            })
        };
        let (plain, more, counted) = (
            clock(300, 0, None),
            clock(300, 3, None),
            clock(300, 0, Some(40)),
        );
        for (player, variant, limits, can) in [
            ("builtin", Variant::FRISIAN, more, true),
            ("hub:x", Variant::FRISIAN, counted, true),
            ("hub1:x", Variant::INTERNATIONAL, counted, true),
            ("hub1:x", Variant::RUSSIAN, plain, false),
            ("hub1:x", Variant::INTERNATIONAL, Limits::nodes(5), false),
            ("dxp:x:1", Variant::INTERNATIONAL, plain, true),
            ("dxp:x:1", Variant::RUSSIAN, plain, false),
            ("dxp:x:1", Variant::INTERNATIONAL, more, false),
            ("dxp:x:1", Variant::INTERNATIONAL, counted, false),
            ("dxp:x:1", Variant::INTERNATIONAL, clock(0, 0, None), false),
        ] {
            let player: Spec = player.parse().expect("a player");
            let start = Position::start(variant);
            let found = player.can_play(&start, &limits);
            assert_eq!(found.is_ok(), can, "{player} {} {limits:?}", variant.id());
        }
    }

    #[test]
    fn without_limits_a_game_has_no_end() {
        let spec = |text: &str| text.parse::<Spec>().expect(text);
        let limited: Pace = "nodes=5".parse().expect("a pace");
        assert!(spec("builtin").is_endless(&Pace::default()));
        assert!(spec("hub:x").is_endless(&Pace::default()));
        assert!(!spec("builtin").is_endless(&limited));
        assert!(!spec("builtin,level=2").is_endless(&Pace::default()));
    }
}
