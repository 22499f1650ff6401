//! The command line of `damier client`, and how a clock is typed.

use clap::ValueEnum;
use damier_client::GameLink;
use damier_people::challenges::ColourChoice;
use damier_rules::Variant;
use damier_session::{ClockSettings, GameSettings};

use super::Lang;
use super::position::variant_parser;

const EXAMPLES: &str = "\
Examples:
  damier client http://192.168.1.7:8110 --offer --name Awa        offer a game; the link is shown
  damier client http://192.168.1.7:8110/#/join/SECRET --name Piet take one up
  damier client http://192.168.1.7:8110 --lobby --clock 3+2       play with anybody
  damier client http://192.168.1.7:8110/#/live/SECRET             go on at a seat

While you play, type a move such as 32-28, or \"help\". From a file or a pipe, each move is taken when it is your turn, and the game is
followed to its end. Exit codes: 0 done, 1 no such game any more, 2 wrong usage or no such server.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ClientArgs {
    /// The server, the link of an invitation (#/join/…), or that of a seat (#/live/…)
    #[arg(value_name = "URL")]
    pub(crate) link: GameLink,
    /// Offer a game to whoever gets the link
    #[arg(long, conflicts_with = "lobby")]
    pub(crate) offer: bool,
    /// Offer it to everybody in the lobby as well
    #[arg(long, requires = "offer")]
    pub(crate) public: bool,
    /// Play with anybody who wants the same game with the same clock
    #[arg(long)]
    pub(crate) lobby: bool,
    /// The game that is offered or wanted
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Its clock: minutes+seconds a move, or none
    #[arg(long, default_value = "5+3", value_name = "M+S|none", value_parser = clock)]
    pub(crate) clock: ClockChoice,
    /// Your colour
    #[arg(long, value_enum, default_value_t = Colour::Lot)]
    pub(crate) colour: Colour,
    /// Your name, for the other player; it may be left out
    #[arg(long, default_value = "")]
    pub(crate) name: String,
    /// The language of the table [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
}

/// The clock of a game, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockChoice(pub(crate) Option<ClockSettings>);

/// Which side somebody wants.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// White
    White,
    /// Black
    Black,
    /// The lot decides
    Lot,
}

impl From<Colour> for ColourChoice {
    fn from(colour: Colour) -> ColourChoice {
        match colour {
            Colour::White => ColourChoice::White,
            Colour::Black => ColourChoice::Black,
            Colour::Lot => ColourChoice::Lot,
        }
    }
}

/// `5+3`: five minutes, and three seconds for each move; `0.5` half a minute; or `none`.
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
    fn a_clock_is_read_as_players_write_it() {
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
