//! The command line of `damier client`, and the syntax of clocks.

use clap::ValueEnum;
use damier_client::GameLink;
use damier_people::challenges::ColourChoice;
use damier_rules::Variant;
use damier_session::{ClockSettings, GameSettings};

use super::Lang;
use super::position::variant_parser;

const EXAMPLES: &str = "\
Examples:
  damier client http://192.168.1.7:8110 --offer --name Awa         create a challenge
  damier client http://192.168.1.7:8110/#/join/SECRET --name Piet  accept it
  damier client http://192.168.1.7:8110 --lobby --clock 3+2        play any opponent
  damier client http://192.168.1.7:8110/#/live/SECRET              continue a game

During the game, type a move such as 32-28, or \"help\". Moves from a file or a pipe are played
when it is your turn. Exit codes: 0 success, 1 the game is not available, 2 wrong usage or
unreachable server.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ClientArgs {
    /// Server, invitation link (#/join/…) or seat link (#/live/…)
    #[arg(value_name = "URL")]
    pub(crate) link: GameLink,
    /// Create a challenge and print its invitation link
    #[arg(long, conflicts_with = "lobby")]
    pub(crate) offer: bool,
    /// Also list the challenge in the lobby
    #[arg(long, requires = "offer")]
    pub(crate) public: bool,
    /// Find an opponent in the lobby for the same variant and clock
    #[arg(long)]
    pub(crate) lobby: bool,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Clock, MINUTES+SECONDS or none
    #[arg(long, default_value = "5+3", value_name = "M+S|none", value_parser = clock)]
    pub(crate) clock: ClockChoice,
    /// Your colour
    #[arg(long, value_enum, default_value_t = Colour::Random)]
    pub(crate) colour: Colour,
    /// Your name, shown to the opponent; may be empty
    #[arg(long, default_value = "")]
    pub(crate) name: String,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
}

/// A clock, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockChoice(pub(crate) Option<ClockSettings>);

/// The colour that a player asks for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// White
    White,
    /// Black
    Black,
    /// Random
    Random,
}

impl From<Colour> for ColourChoice {
    fn from(colour: Colour) -> ColourChoice {
        match colour {
            Colour::White => ColourChoice::White,
            Colour::Black => ColourChoice::Black,
            Colour::Random => ColourChoice::Random,
        }
    }
}

/// Parses `5+3` (five minutes and three seconds per move), `0.5` (half a minute) or `none`.
pub(super) fn clock(text: &str) -> Result<ClockChoice, String> {
    let wrong = || "expected minutes and seconds a move, such as 5+3 or 0.5+0, or none".to_owned();
    if text == "none" {
        return Ok(ClockChoice(None));
    }
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let ms = |text: &str, unit: f64| {
        let number: f64 = text.parse().ok()?;
        let fits = number.is_finite() && (0.0..=1e7).contains(&number);
        fits.then(|| (number * unit).round() as u64)
    };
    let initial_ms = ms(minutes, 60_000.0).ok_or_else(wrong)?;
    let increment_ms = ms(seconds, 1_000.0).ok_or_else(wrong)?;
    let clock = ClockSettings::fischer(initial_ms, increment_ms);
    let settings = GameSettings {
        clock: Some(clock.clone()),
        ..GameSettings::friendly("", "")
    };
    let checked = settings.start_position(Variant::INTERNATIONAL);
    checked.map_err(|error| error.to_string())?;
    Ok(ClockChoice(Some(clock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_notations_of_clocks_are_read() {
        let five = ClockChoice(Some(ClockSettings::fischer(300_000, 3_000)));
        assert_eq!(clock("5+3"), Ok(five));
        let half = ClockChoice(Some(ClockSettings::fischer(30_000, 0)));
        assert_eq!(clock("0.5"), Ok(half));
        assert_eq!(clock("none"), Ok(ClockChoice(None)));
        for wrong in [
            "", "x", "5+", "-5+3", "5-3", "NaN+1", "1e300+0", "0+0", "+3",
        ] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
