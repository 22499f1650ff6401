//! The command line of `damier bot`.

use std::num::NonZeroUsize;

use damier_client::GameLink;
use damier_rules::Variant;
use damier_workshop::matches::Spec;

use super::client::{ClockChoice, clock};
use super::position::variant_parser;
use super::value::within;

const EXAMPLES: &str = "\
Examples:
  damier bot http://192.168.1.7:8110 --player builtin,level=4 --name \"Damier 4\"
  damier bot http://192.168.1.7:8110 --player 'hub:./scan hub' --clock 5+3 --clock 15+10 --games 2
  damier bot http://192.168.1.7:8110/#/join/SECRET --player dxp:127.0.0.1:27531

Players are written as for damier match: builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT. A game of the family is played where the engine
plays it. Each game is one line on standard output. Ctrl-C takes back what is offered and ends once the games are over; a second Ctrl-C
leaves them. Exit codes: 0 done, 1 no such game any more, 2 wrong usage, or no such server or engine.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BotArgs {
    /// The server; or the link of an invitation or of a seat, for that game alone
    #[arg(value_name = "URL")]
    pub(crate) link: GameLink,
    /// The engine: builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Spec,
    /// Its name, for the other player [default: what the engine calls itself]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// A game that it plays; may be given several times
    #[arg(long, default_values = ["international"], value_parser = variant_parser())]
    pub(crate) variant: Vec<Variant>,
    /// A clock that it offers, minutes+seconds a move, or none; may be given several times
    #[arg(long, default_values = ["5+3"], value_name = "M+S|none", value_parser = clock)]
    pub(crate) clock: Vec<ClockChoice>,
    /// How many games it plays at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = games)]
    pub(crate) games: NonZeroUsize,
    /// End after this many games [default: go on]
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<NonZeroUsize>,
    /// The longest time for a move in a game without a clock, in milliseconds
    #[arg(long, default_value_t = 5_000, value_name = "MS", value_parser = milliseconds)]
    pub(crate) move_time: u64,
    /// What a move may take on its way to the server, in milliseconds: the engine is told that it has so much less
    #[arg(long, default_value_t = 300, value_name = "MS", value_parser = milliseconds)]
    pub(crate) overhead: u64,
    /// Play no second game against the same opponent
    #[arg(long)]
    pub(crate) no_rematch: bool,
}

fn games(text: &str) -> Result<NonZeroUsize, String> {
    within(text, 1, 64).and_then(|games| NonZeroUsize::new(games).ok_or_else(String::new))
}

fn milliseconds(text: &str) -> Result<u64, String> {
    within(text, 1, 600_000).map(|ms| ms as u64)
}
