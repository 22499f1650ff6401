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
  damier bot https://draughts.example.org --player 'hub:./scan hub' --token-file token.txt \\
    --speed blitz --speed rapid --games 2

Players have the syntax of damier match: builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT. The
bot checks which variants the engine plays before it offers or accepts one. Ctrl-C withdraws the
offers and exits after the games in progress; a second Ctrl-C leaves the games. Each game is one
line on standard output.

The server keeps the clock. DXP cannot change the clock during a game, so a DXP program gets the
remaining time plus 30 increments as its time for the game, or 60 times --move-time without a
clock. Clocks that count moves are not supported over DXP. With days per move (more than ten
hours for 40 moves), no engine thinks longer than --move-time.

With --token-file the bot plays under an account. It offers no games; it accepts the challenges
that pass the filters below and declines the rest. While all boards are in use, up to 20
challenges wait, first come, first served; further ones are declined. The bot continues games
that it left at its last exit, and games that the account starts elsewhere, such as on the page:
no filter applies, and with no free board up to 64 of them wait, before the challenges, while
their clocks run. A game of a variant not named by --variant, or that the engine does not
support, is reported and left to the owner of the account, not resigned. Create the token on the
page under Account, for \"Play as a program\" and \"Play\".

Exit codes: 0 success, 1 the game is not available, 2 wrong usage, unreachable server or no
engine.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BotArgs {
    /// Server, or the link of an invitation or a seat to play that game only
    #[arg(value_name = "URL")]
    pub(crate) link: GameLink,
    /// Engine: builtin, hub:COMMAND, hub1:COMMAND or dxp:HOST:PORT
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Spec,
    /// Name shown to opponents [default: the engine's own]
    #[arg(long, conflicts_with = "token_file")]
    pub(crate) name: Option<String>,
    /// Variant to play; can be repeated
    #[arg(long, default_values = ["international"], value_parser = variant_parser())]
    pub(crate) variant: Vec<Variant>,
    /// Clock to offer, MINUTES+SECONDS or none; can be repeated
    #[arg(long, default_values = ["5+3"], value_name = "M+S|none", value_parser = clock, conflicts_with = "token_file")]
    pub(crate) clock: Vec<ClockChoice>,
    /// Number of games at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = games)]
    pub(crate) games: NonZeroUsize,
    /// Stop after this many games [default: no limit]
    #[arg(long, value_name = "N", value_parser = total)]
    pub(crate) stop_after: Option<NonZeroUsize>,
    /// Longest time per move in milliseconds, in games without a clock or with days per move
    #[arg(long, default_value_t = 5_000, value_name = "MS", value_parser = milliseconds)]
    pub(crate) move_time: u64,
    /// Network delay per move in milliseconds, subtracted from the engine's time
    #[arg(long, default_value_t = 300, value_name = "MS", value_parser = milliseconds)]
    pub(crate) overhead: u64,
    /// Do not accept rematches
    #[arg(long, conflicts_with = "token_file")]
    pub(crate) no_rematch: bool,
    /// File with an account's token: play under this account and accept challenges
    #[arg(long, value_name = "FILE", help_heading = ACCOUNT_HEADING)]
    pub(crate) token_file: Option<PathBuf>,
    /// Accept unrated games, rated games or both
    #[arg(long, value_enum, default_value_t = Counting::Both, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) counting: Counting,
    /// Speed to accept; can be repeated [default: all]
    #[arg(long, value_enum, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) speed: Vec<Speed>,
    /// Initial time to accept, in minutes
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) minutes: Option<Range>,
    /// Increment to accept, in seconds
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) increment: Option<Range>,
    /// Rating to accept, in the variant and speed of the challenge; an unrated opponent counts as
    /// 1500
    #[arg(long, value_name = "MIN-MAX", value_parser = range, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) rating: Option<Range>,
    /// Accept other bots connected to the server under an account
    #[arg(long, value_enum, default_value_t = Programs::Yes, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) programs: Programs,
    /// Accept only opponents with an account
    #[arg(long, requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) accounts_only: bool,
    /// Accept only this account; can be repeated
    #[arg(long, value_name = "NAME", requires = "token_file", help_heading = ACCOUNT_HEADING)]
    pub(crate) only: Vec<AccountName>,
    /// Reject this account, and all players without an account; can be repeated
    #[arg(long, value_name = "NAME", requires = "token_file", conflicts_with = "only", help_heading = ACCOUNT_HEADING)]
    pub(crate) block: Vec<AccountName>,
}

/// Heading of the options for a bot account.
const ACCOUNT_HEADING: &str = "Under an account";

/// Whether the bot plays rated games.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    /// Unrated games only
    Casual,
    /// Rated games only
    Rated,
    /// Both
    Both,
}

/// Whether the bot plays other bots.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Programs {
    /// Bots and people
    Yes,
    /// People only
    No,
    /// Bots only
    Only,
}

/// The speed of a game, by the time of a side for 40 moves.
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
    /// 25 minutes or more
    Classical,
    /// No clock, or days per move
    Correspondence,
}

impl Speed {
    /// The Bot API's code.
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

/// An inclusive range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Range(pub(crate) RangeInclusive<u64>);

/// Parses `3-10`, or `5` for a single number.
fn range(text: &str) -> Result<Range, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match number(least).zip(number(most)) {
        Some((least, most)) if least <= most => Ok(Range(least..=most)),
        _ => Err("expected a range such as 3-10, the smaller number first".to_owned()),
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
