//! `damier admin`: what whoever runs a server does with its accounts and games, on the database itself, also while a server uses it. Every
//! deed is noted before it is done. Nothing here reads or sets a password.

mod deeds;
mod export;
mod shown;
mod who;
mod words;

use std::sync::Arc;

use anyhow::Context as _;
use damier_notation::wording::Language;
use damier_people::LiveStore;
use damier_people::accounts::{Account, AccountName, Administrator, Deed, DeedKind};
use damier_people::live::StoreError;
use damier_storage::Store;

use self::words::{Say, say};
use crate::answer::Answer;
use crate::args::{AdminArgs, AdminCommand};
use crate::clock::unix_ms;
use crate::commands::database::{database, runtime};
use crate::language;

pub(crate) fn run(args: &AdminArgs) -> anyhow::Result<Answer> {
    runtime()?.block_on(with_the_database(args))
}

async fn with_the_database(args: &AdminArgs) -> anyhow::Result<Answer> {
    let database = database(args.database.as_ref())?;
    let store = Store::open_existing(&database).await?;
    let desk = Desk {
        store: Arc::clone(&store.live),
        who: who::administrator(),
        language: language::chosen(args.lang),
        json: args.json,
    };
    let done = desk.carry_out(&args.command).await;
    drop(desk);
    store.close().await;
    done
}

/// Where an administrator works: the database, who he is, and how he is answered.
struct Desk {
    store: Arc<dyn LiveStore>,
    who: Administrator,
    language: Language,
    json: bool,
}

impl Desk {
    async fn carry_out(&self, command: &AdminCommand) -> anyhow::Result<Answer> {
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
        }
    }

    /// The account with this name. Says so where there is none.
    async fn account(&self, name: &AccountName) -> anyhow::Result<Option<Account>> {
        let found = told(self.store.account_named(name).await)?;
        if found.is_none() {
            let name = name.as_str();
            self.no(Say::NoSuchAccount { name });
        }
        Ok(found.map(|(account, _)| account))
    }

    /// Says why something is not done.
    fn no(&self, why: Say<'_>) -> Answer {
        anstream::eprintln!("{}", say(self.language, why));
        Answer::No
    }

    /// Notes what is about to be done.
    async fn note(
        &self,
        kind: DeedKind,
        account: Option<&Account>,
        detail: impl Into<String>,
    ) -> anyhow::Result<()> {
        let deed = Deed {
            at_ms: unix_ms(),
            who: self.who.clone(),
            kind,
            account: account.map(|account| account.id),
            detail: detail.into(),
        };
        told(self.store.note_deed(&deed).await).context("nothing was done: it cannot be noted")
    }
}

/// An answer of the store, with what the database says where it fails.
fn told<T>(answer: Result<T, StoreError>) -> anyhow::Result<T> {
    answer.map_err(|error| match error {
        StoreError::Unavailable(said) | StoreError::Failed(said) => {
            anyhow::anyhow!("the database does not answer as it should: {said}")
        }
        other => anyhow::Error::new(other),
    })
}
