//! `damier admin`: manages a server's accounts and games directly in the database, also while the
//! server runs. Each action is logged before it is done. No command reads or sets a password.

mod actions;
mod export;
mod moderation;
mod operator;
mod views;
mod words;

use std::fmt::Display;
use std::sync::Arc;

use anyhow::Context as _;
use damier_notation::wording::{self, Language};
use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::{Account, AccountName, AdminAction, AdminActionKind, Administrator};
use damier_people::library::GameLibrary;
use damier_storage::Store;

use crate::answer::Answer;
use crate::args::{AdminArgs, AdminCommand};
use crate::clock::unix_ms;
use crate::commands::database::{database, runtime};
use crate::language;

pub(crate) fn run(args: &AdminArgs) -> anyhow::Result<Answer> {
    runtime()?.block_on(open_and_run(args))
}

async fn open_and_run(args: &AdminArgs) -> anyhow::Result<Answer> {
    let database = database(args.database.as_ref())?;
    let store = Store::open_existing(&database).await?;
    let session = AdminSession {
        store: store.live.clone(),
        library: store.library.clone(),
        actor: operator::administrator(),
        language: language::chosen(args.lang),
        json: args.json,
    };
    let done = session.run(&args.command).await;
    drop(session);
    store.close().await;
    done
}

/// The context of a command: the database, the administrator and the output.
struct AdminSession {
    store: Ports,
    library: Arc<dyn GameLibrary>,
    actor: Administrator,
    language: Language,
    json: bool,
}

impl AdminSession {
    async fn run(&self, command: &AdminCommand) -> anyhow::Result<Answer> {
        match command {
            AdminCommand::Users(args) => self.users(args).await,
            AdminCommand::User(args) => self.user(&args.name).await,
            AdminCommand::Ban(args) => self.ban(args).await,
            AdminCommand::Unban(args) => self.unban(&args.name).await,
            AdminCommand::SignOut(args) => self.sign_out(&args.name).await,
            AdminCommand::Reset(args) => self.reset(&args.name).await,
            AdminCommand::Rename(args) => self.rename(args).await,
            AdminCommand::Delete(args) => self.delete(args).await,
            AdminCommand::Export(args) => self.export(args).await,
            AdminCommand::ExportGames => self.export_games().await,
            AdminCommand::Log(args) => self.log(args).await,
            AdminCommand::Reports(args) => self.reports(args).await,
            AdminCommand::Dismiss(args) => self.dismiss(args).await,
            AdminCommand::Texts(args) => self.texts(args).await,
            AdminCommand::Remove(args) => self.remove(args).await,
            AdminCommand::Operators => self.operators().await,
            AdminCommand::Operator(args) => self.appoint(args).await,
        }
    }

    /// Returns the account with this name. Reports an unknown name.
    async fn account(&self, name: &AccountName) -> anyhow::Result<Option<Account>> {
        let found = checked(self.store.accounts.account_named(name).await)?;
        if found.is_none() {
            self.no_such_account(name);
        }
        Ok(found.map(|(account, _)| account))
    }

    fn no_such_account(&self, name: &AccountName) -> Answer {
        self.no(
            format_args!("No account has the name {name}."),
            format_args!("Aucun compte ne porte le nom {name}."),
        )
    }

    /// The message in the chosen language.
    fn say(&self, english: impl Display, french: impl Display) -> String {
        match self.language {
            Language::English => english.to_string(),
            // French puts a space before : ; ! and ?.
            Language::French => wording::typeset(self.language, &french.to_string()),
        }
    }

    /// Reports why the command does nothing.
    fn no(&self, english: impl Display, french: impl Display) -> Answer {
        anstream::eprintln!("{}", self.say(english, french));
        Answer::No
    }

    /// Logs the action that is about to be done.
    async fn note(
        &self,
        kind: AdminActionKind,
        account: Option<&Account>,
        detail: impl Into<String>,
    ) -> anyhow::Result<()> {
        let action = AdminAction {
            at_ms: unix_ms(),
            who: self.actor.clone(),
            kind,
            account: account.map(|account| account.id),
            detail: detail.into(),
        };
        checked(self.store.administration.log_admin_action(&action).await)
            .context("nothing was done: cannot write the log")
    }
}

/// Converts the store's error.
fn checked<T>(answer: Result<T, StoreError>) -> anyhow::Result<T> {
    answer.map_err(|error| match error {
        StoreError::Unavailable(said) | StoreError::Failed(said) => {
            anyhow::anyhow!("database error: {said}")
        }
        other => anyhow::Error::new(other),
    })
}
