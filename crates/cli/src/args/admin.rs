//! The command line of `damier admin`.

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use damier_people::accounts::{AccountName, AccountNameError, BanReason, Day};
use damier_people::moderation::PublicTextKind;

use super::Lang;
use super::value::within;

const EXAMPLES: &str = "\
Examples:
  damier admin users zo                      accounts with \"zo\" in the name
  damier admin ban Zoe --until 2026-12-31 --reason \"played with an engine\"
  damier admin reset Awa                     a password reset code for Awa
  damier admin export-games > games.pdn      all finished live games
  damier admin log                           the log of administrative actions
  damier admin reports                       what users have reported
  damier admin remove club alkmaar --words   empties the description of a club
  damier admin operator Zoe                  lets Zoe moderate on the page

Use the database of damier serve: --database sqlite:PATH or postgres://USER@HOST/DATABASE.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
    /// Database, sqlite:PATH or postgres://USER@HOST/DATABASE [default: that of `damier serve`]
    #[arg(long, value_name = "ADDRESS", global = true)]
    pub(crate) database: Option<String>,
    /// Print JSON; lists of games have one line each
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum, global = true)]
    pub(crate) lang: Option<Lang>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// List accounts by name
    Users(UsersArgs),
    /// Show an account: creation, last visit, sessions, games, ban
    User(NameArgs),
    /// Ban an account: it cannot sign in or use its tokens, and its sessions end
    ///
    /// The owner is shown the end of the ban and the reason. Games in progress continue, and the
    /// owner can still play without an account.
    Ban(BanArgs),
    /// Lift a ban
    Unban(NameArgs),
    /// End all sessions of an account; its tokens stay valid
    SignOut(NameArgs),
    /// Create a password reset code for an account
    ///
    /// The code is printed once, can be used once, and is valid for three days in place of a
    /// recovery code. The old password stays valid until then.
    Reset(NameArgs),
    /// Rename an account, including in its games
    Rename(RenameArgs),
    /// Delete an account as its owner could, with its credentials and its name in games
    ///
    /// This cannot be undone. The opponents keep the games.
    Delete(DeleteArgs),
    /// Write all data of an account to standard output, as its owner could
    Export(ExportArgs),
    /// Write all finished live games to standard output as one PDN file
    ExportGames,
    /// Show the log of administrative actions, oldest first
    Log(LogArgs),
    /// List what users have reported, most recent first
    Reports(ReportsArgs),
    /// Dismiss the reports about a text, which stays
    Dismiss(TextArgs),
    /// List the public texts
    Texts(TextsArgs),
    /// Remove a public text, with what it belongs to
    ///
    /// A club is dissolved, a simul and a broadcast end, a challenge is withdrawn, a game is shared
    /// no longer. Games that were played stay. Accounts are banned or renamed instead.
    Remove(RemoveArgs),
    /// List the operators, who moderate on the page
    Operators,
    /// Let an account moderate on the page: list, remove, ban, and read the log
    Operator(OperatorArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReportsArgs {
    /// Maximum number of texts
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = most)]
    pub(crate) most: u32,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TextArgs {
    /// Kind of the text
    #[arg(value_parser = kind_of_text())]
    pub(crate) kind: PublicTextKind,
    /// Id of the text, as `damier admin texts` and `reports` print it
    pub(crate) id: String,
}

#[derive(clap::Args, Debug)]
pub(crate) struct TextsArgs {
    /// Kind of the texts [default: all but account]
    #[arg(value_parser = kind_of_text())]
    pub(crate) kind: Option<PublicTextKind>,
    /// Maximum number of texts of each kind
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = most)]
    pub(crate) most: u32,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) text: TextArgs,
    /// Of a club, remove only the town, description and calendar
    #[arg(long)]
    pub(crate) words: bool,
    /// Reason for the log, on one line
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) reason: BanReason,
}

#[derive(clap::Args, Debug)]
pub(crate) struct OperatorArgs {
    /// Name of the account
    pub(crate) name: AccountName,
    /// End the appointment
    #[arg(long)]
    pub(crate) off: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct UsersArgs {
    /// Only accounts whose name contains this; case, accents and hyphens are ignored
    pub(crate) part: Option<String>,
    /// Only accounts that are banned now
    #[arg(long)]
    pub(crate) banned: bool,
    /// Maximum number of accounts
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = most)]
    pub(crate) most: u32,
}

#[derive(clap::Args, Debug)]
pub(crate) struct NameArgs {
    /// Name of the account
    pub(crate) name: AccountName,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BanArgs {
    /// Name of the account
    pub(crate) name: AccountName,
    /// Last day of the ban (UTC), such as 2026-12-31 [default: until it is lifted]
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<Day>,
    /// Reason shown to the owner, on one line
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) reason: BanReason,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RenameArgs {
    /// Current name
    pub(crate) name: AccountName,
    /// New name
    #[arg(value_parser = new_name)]
    pub(crate) new: AccountName,
}

#[derive(clap::Args, Debug)]
pub(crate) struct DeleteArgs {
    /// Name of the account
    pub(crate) name: AccountName,
    /// Do not ask for confirmation
    #[arg(long)]
    pub(crate) yes: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArgs {
    /// Name of the account
    pub(crate) name: AccountName,
    /// Only its games, as one PDN file
    #[arg(long, conflicts_with = "json")]
    pub(crate) pdn: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct LogArgs {
    /// Maximum number of entries
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = most)]
    pub(crate) most: u32,
}

fn most(text: &str) -> Result<u32, String> {
    within(text, 1, 100_000).map(|most| most as u32)
}

/// Parses a kind of public text; help and errors list them.
fn kind_of_text() -> impl TypedValueParser<Value = PublicTextKind> {
    let codes = PublicTextKind::ALL.iter().map(|kind| kind.code());
    PossibleValuesParser::new(codes).try_map(|code| code.parse::<PublicTextKind>())
}

/// Parses the new name of an account.
fn new_name(text: &str) -> Result<AccountName, AccountNameError> {
    text.parse::<AccountName>()?.for_a_new_account()
}
