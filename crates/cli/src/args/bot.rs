//! The command line of `damier bot`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use damier_client::GameLink;
use damier_people::accounts::AccountName;
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
  damier bot https://draughts.example.org --player 'hub:./scan hub' --token-file token.txt --speed blitz --speed rapid --games 2

Players are written as for damier match: builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT. A game of the family is played where the engine
plays it, which is found out before one is offered or taken up. Each game is one line on standard output. Ctrl-C takes back what is offered
and ends once the games are over; a second Ctrl-C leaves them.

The clock is kept by the server. DXP has no words for one that is given more time: such a program is told the time that is left and that of
30 increments as its time for the game; without a clock, that of 60 moves of --move-time. Over DXP there is no game whose clock counts moves.
In a game of days (more than ten hours for 40 moves) no more than --move-time is thought for a move, whatever the engine.

With --token-file it plays under an account, and is challenged by name: it offers nothing, takes up what the filters below let through, and
declines the rest. While all its places are taken, challenges wait; the one that came first is taken up first, and where 20 wait, the last
is declined. Games that went on when it was stopped are played on, and so are those that the account begins without it, on a page or elsewhere:
the filters say nothing of them, and with no place free they wait for one, before the challenges, while their clocks run; where 64 wait, the
next is left. A game that --variant does not name, or that the engine cannot be told of, is left as it stands for the account's owner, which is
told in a line; it is not resigned. The token is made in the page under Account, for \"Play as a program\" and \"Play\".

Exit codes: 0 done, 1 no such game any more, 2 wrong usage, or no such server or engine.";

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
    #[arg(long, conflicts_with = "token_file")]
    pub(crate) name: Option<String>,
    /// A game that it plays; may be given several times
    #[arg(long, default_values = ["international"], value_parser = variant_parser())]
    pub(crate) variant: Vec<Variant>,
    /// A clock that it offers, minutes+seconds a move, or none; may be given several times
    #[arg(long, default_values = ["5+3"], value_name = "M+S|none", value_parser = clock, conflicts_with = "token_file")]
    pub(crate) clock: Vec<ClockChoice>,
    /// How many games it plays at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = games)]
    pub(crate) games: NonZeroUsize,
    /// End after this many games [default: go on]
    #[arg(long, value_name = "N", value_parser = total)]
    pub(crate) stop_after: Option<NonZeroUsize>,
    /// The longest time for a move in a game without a clock or of days, in milliseconds
    #[arg(long, default_value_t = 5_000, value_name = "MS", value_parser = milliseconds)]
    pub(crate) move_time: u64,
    /// What a move may take on its way to the server, in milliseconds: the engine is told that it has so much less
    #[arg(long, default_value_t = 300, value_name = "MS", value_parser = milliseconds)]
    pub(crate) overhead: u64,
    /// Play no second game against the same opponent
    #[arg(long, conflicts_with = "token_file")]
    pub(crate) no_rematch: bool,
    /// Play under the account whose token stands in this file, and be challenged by name
    #[arg(long, value_name = "FILE", help_heading = UNDER)]
    pub(crate) token_file: Option<PathBuf>,
    /// Whether its games count
    #[arg(long, value_enum, default_value_t = Counting::Both, requires = "token_file", help_heading = UNDER)]
    pub(crate) counting: Counting,
    /// A speed at which it plays; may be given several times [default: all]
    #[arg(long, value_enum, requires = "token_file", help_heading = UNDER)]
    pub(crate) speed: Vec<Speed>,
    /// The minutes that a clock may begin with
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = UNDER)]
    pub(crate) minutes: Option<Range>,
    /// The seconds that each move may bring
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = UNDER)]
    pub(crate) increment: Option<Range>,
    /// The rating that an opponent may have in that game at that speed; 1500 where there is none yet
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = UNDER)]
    pub(crate) rating: Option<Range>,
    /// Whether it plays with other programs: those that are connected to the server under an account
    #[arg(long, value_enum, default_value_t = Programs::Yes, requires = "token_file", help_heading = UNDER)]
    pub(crate) programs: Programs,
    /// Play only with whoever has an account
    #[arg(long, requires = "token_file", help_heading = UNDER)]
    pub(crate) accounts_only: bool,
    /// The account of an opponent: it plays with no others; may be given several times
    #[arg(long, value_name = "NAME", requires = "token_file", help_heading = UNDER)]
    pub(crate) only: Vec<AccountName>,
    /// An account with which it does not play, and so with nobody who has none; may be given several times
    #[arg(long, value_name = "NAME", requires = "token_file", conflicts_with = "only", help_heading = UNDER)]
    pub(crate) block: Vec<AccountName>,
}

/// The heading of what belongs to an account.
const UNDER: &str = "Under an account";

/// Whether games of a bot count for ratings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    /// Only those that do not count
    Casual,
    /// Only those that do
    Rated,
    /// As the opponent wants
    Both,
}

/// Whether a bot plays with other programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Programs {
    /// With programs and people
    Yes,
    /// With people only
    No,
    /// With programs only
    Only,
}

/// How fast a game is, by the time that a side has for 40 moves.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Speed {
    /// Less than half a minute
    UltraBullet,
    /// Less than 3 minutes
    Bullet,
    /// Less than 8 minutes
    Blitz,
    /// Less than 25 minutes
    Rapid,
    /// More than that
    Classical,
    /// Without a clock, or days for each move
    Correspondence,
}

impl Speed {
    /// How the Bot API calls it.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }
}

/// Numbers from one to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Range(pub(crate) RangeInclusive<u64>);

/// `3-10`, or `5` for that number alone.
fn range(text: &str) -> Result<Range, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match number(least).zip(number(most)) {
        Some((least, most)) if least <= most => Ok(Range(least..=most)),
        _ => Err("expected two whole numbers, the smaller one first, such as 3-10".to_owned()),
    }
}

fn games(text: &str) -> Result<NonZeroUsize, String> {
    within(text, 1, 64).and_then(|games| NonZeroUsize::new(games).ok_or_else(String::new))
}

fn total(text: &str) -> Result<NonZeroUsize, String> {
    within(text, 1, 1_000_000).and_then(|games| NonZeroUsize::new(games).ok_or_else(String::new))
}

fn milliseconds(text: &str) -> Result<u64, String> {
    within(text, 1, 600_000).map(|ms| ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("3-10"), Ok(Range(3..=10)));
        assert_eq!(range("5"), Ok(Range(5..=5)));
        for text in ["", "-", "10-3", "3-", "a-b", "1.5-2", "-1-2"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
