//! The command line of `damier admin`.

use clap::Subcommand;
use damier_people::accounts::{AccountName, AccountNameError, BanReason, Day};

use super::Lang;
use super::value::within;

const EXAMPLES: &str = "\
Examples:
  damier admin users zo                      accounts with \"zo\" in the name
  damier admin ban Zoe --until 2026-12-31 --reason \"played with an engine\"
  damier admin reset Awa                     a code for Awa, who has lost her password
  damier admin export-games > games.pdn      every live game that is over
  damier admin log                           what administrators have done

A database is named as for damier serve: --database sqlite:PATH or postgres://USER@HOST/DATABASE.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
    /// The database, sqlite:PATH or postgres://USER@HOST/DATABASE [default: the one that `damier serve` uses]
    #[arg(long, value_name = "ADDRESS", global = true)]
    pub(crate) database: Option<String>,
    /// One JSON document in place of words; of games a line each
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The language of the words [default: that of the terminal]
    #[arg(long, value_enum, global = true)]
    pub(crate) lang: Option<Lang>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// List accounts, by name
    Users(UsersArgs),
    /// Tell the facts of an account: since when, last seen, sessions, games, ban
    User(NameArgs),
    /// Close an account: nobody can sign in with it or use its tokens, and its sessions end at once
    ///
    /// Its owner is told until when and why. Games that are running go on, and whoever it is can play without an account.
    Ban(BanArgs),
    /// Open a banned account again
    Unban(NameArgs),
    /// End all sessions of an account: its owner signs in again; tokens stay
    SignOut(NameArgs),
    /// Make a code with which the owner of an account chooses a new password
    ///
    /// It is shown once, serves once, and is good for three days; it is typed in place of a recovery code. The old password holds until then.
    Reset(NameArgs),
    /// Give an account another name, also in its games
    Rename(RenameArgs),
    /// Delete an account, as its owner could: what opens it is gone, and its name in games
    ///
    /// It cannot be undone. Those who played against it keep the games.
    Delete(DeleteArgs),
    /// Write all that is an account's to standard output, as its owner could take it along
    Export(ExportArgs),
    /// Write all live games that are over to standard output, as one PDN file
    ExportGames,
    /// Tell what administrators have done, the latest last
    Log(LogArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct UsersArgs {
    /// Only those whose names have this in them; capitals, accents and lines do not matter
    pub(crate) part: Option<String>,
    /// Only those that are banned now
    #[arg(long)]
    pub(crate) banned: bool,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = most)]
    pub(crate) most: u32,
}

#[derive(clap::Args, Debug)]
pub(crate) struct NameArgs {
    /// The name of the account
    pub(crate) name: AccountName,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BanArgs {
    /// The name of the account
    pub(crate) name: AccountName,
    /// The last day of the ban, by universal time, like 2026-12-31 [default: until it is lifted]
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<Day>,
    /// What its owner is told: one line
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) reason: BanReason,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RenameArgs {
    /// The name that it has
    pub(crate) name: AccountName,
    /// The name that it is to have
    #[arg(value_parser = new_name)]
    pub(crate) new: AccountName,
}

#[derive(clap::Args, Debug)]
pub(crate) struct DeleteArgs {
    /// The name of the account
    pub(crate) name: AccountName,
    /// Do not ask
    #[arg(long)]
    pub(crate) yes: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArgs {
    /// The name of the account
    pub(crate) name: AccountName,
    /// Only its games, as one PDN file
    #[arg(long, conflicts_with = "json")]
    pub(crate) pdn: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct LogArgs {
    /// How many of the latest at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = most)]
    pub(crate) most: u32,
}

fn most(text: &str) -> Result<u32, String> {
    within(text, 1, 100_000).map(|most| most as u32)
}

/// A name that an account may be given now.
fn new_name(text: &str) -> Result<AccountName, AccountNameError> {
    text.parse::<AccountName>()?.for_a_new_account()
}
