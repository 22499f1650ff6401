//! Commands that change accounts: ban, unban, sign-out, reset, rename, delete.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};

use anyhow::{Context as _, bail, ensure};
use damier_people::accounts::{
    AccountName, AdminActionKind, Ban, Day, RESET_MS, Renamed, moment_text,
};
use damier_server::ResetCode;
use serde_json::json;

use super::words::{Say, say};
use super::{AdminSession, checked};
use crate::answer::Answer;
use crate::args::{BanArgs, DeleteArgs, RenameArgs};
use crate::clock::unix_ms;
use crate::json::SCHEMA;
use crate::output::Output;

/// Limit for the answer to a confirmation, in bytes.
const MAX_CONFIRMATION_BYTES: u64 = 1_000;

impl AdminSession {
    pub(super) async fn ban(&self, args: &BanArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        let ban = Ban {
            until_ms: args.until.map(Day::end_ms),
            reason: args.reason.clone(),
        };
        ensure!(ban.holds_at(unix_ms()), "--until: the day has passed");
        let until = ban.until_ms.map_or_else(|| "-".to_owned(), moment_text);
        let detail = format!("{until} {}", ban.reason);
        self.note(AdminActionKind::Banned, Some(&account), detail.trim())
            .await?;
        let is_done = checked(
            self.store
                .administration
                .set_ban(account.id, Some(&ban))
                .await,
        )?;
        ensure!(is_done, "{} has just been deleted", account.name);
        let document = json!({
            "name": account.name,
            "banned": { "until_ms": ban.until_ms, "reason": ban.reason.as_str() },
        });
        self.answer(
            &document,
            Say::Banned {
                name: &account.name,
                until_ms: ban.until_ms,
            },
        )
    }

    pub(super) async fn unban(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        if account.ban.is_none() {
            let name = &account.name;
            return Ok(self.no(Say::NotBanned { name }));
        }
        self.note(AdminActionKind::Unbanned, Some(&account), "")
            .await?;
        let is_done = checked(self.store.administration.set_ban(account.id, None).await)?;
        ensure!(is_done, "{} has just been deleted", account.name);
        let document = json!({ "name": account.name, "banned": null });
        self.answer(
            &document,
            Say::Unbanned {
                name: &account.name,
            },
        )
    }

    pub(super) async fn sign_out(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        self.note(AdminActionKind::SignedOut, Some(&account), "")
            .await?;
        let ended = checked(self.store.account_keys.end_sessions(account.id, None).await)?;
        let document = json!({ "name": account.name, "ended": ended });
        self.answer(
            &document,
            Say::SignedOut {
                name: &account.name,
                ended,
            },
        )
    }

    pub(super) async fn reset(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        let code = ResetCode::draw().context("the system provides no random numbers")?;
        self.note(AdminActionKind::Reset, Some(&account), "")
            .await?;
        let until_ms = unix_ms() + RESET_MS;
        let key = code.key();
        let added = self
            .store
            .administration
            .add_reset_code(account.id, &key, until_ms)
            .await;
        ensure!(checked(added)?, "{} has just been deleted", account.name);
        let code_text = code.display();
        let document = json!({ "name": account.name, "code": code_text, "until_ms": until_ms });
        self.answer(
            &document,
            Say::Reset {
                name: &account.name,
                code: &code_text,
                until_ms,
            },
        )
    }

    pub(super) async fn rename(&self, args: &RenameArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        let new = &args.new;
        if let Some((there, _)) = checked(self.store.accounts.account_named(new).await)?
            && there.id != account.id
        {
            return Ok(self.no(Say::NameTaken { name: &there.name }));
        }
        let detail = format!("{} -> {new}", account.name);
        self.note(AdminActionKind::Renamed, Some(&account), detail)
            .await?;
        match checked(
            self.store
                .administration
                .rename_account(account.id, new)
                .await,
        )? {
            Renamed::Stored => {}
            Renamed::NameTaken => {
                let name = new.as_str();
                return Ok(self.no(Say::NameTaken { name }));
            }
            Renamed::NotFound => bail!("{} has just been deleted", account.name),
        }
        let document = json!({ "name": new.as_str(), "before": account.name });
        self.answer(
            &document,
            Say::Renamed {
                old: &account.name,
                new: new.as_str(),
            },
        )
    }

    pub(super) async fn delete(&self, args: &DeleteArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        if !args.yes && !self.confirm(&account.name)? {
            return Ok(self.no(Say::NothingDone));
        }
        self.note(AdminActionKind::Deleted, Some(&account), "")
            .await?;
        let is_done = checked(self.store.accounts.delete_account(account.id).await)?;
        ensure!(is_done, "{} has just been deleted", account.name);
        let now = checked(self.store.accounts.account(account.id).await)?;
        let now = now.map(|account| account.name).unwrap_or_default();
        let document = json!({ "deleted": account.name, "name": now });
        self.answer(
            &document,
            Say::Deleted {
                old: &account.name,
                new: &now,
            },
        )
    }

    /// Asks for confirmation of a deletion; the answer must be the account's name.
    fn confirm(&self, name: &str) -> anyhow::Result<bool> {
        let mut stderr = io::stderr();
        write!(stderr, "{} ", say(self.language, Say::DeleteFor { name }))?;
        stderr.flush()?;
        let mut typed = String::new();
        let mut input = io::BufReader::new(io::stdin().lock().take(MAX_CONFIRMATION_BYTES));
        input.read_line(&mut typed).context("standard input")?;
        if !io::stdin().is_terminal() {
            writeln!(stderr)?;
        }
        let typed = typed.trim().parse::<AccountName>();
        let meant = name.parse::<AccountName>();
        Ok(typed.is_ok_and(|typed| meant.is_ok_and(|meant| meant.folded() == typed.folded())))
    }

    /// Prints the outcome as JSON or as a sentence.
    pub(super) fn answer(
        &self,
        document: &serde_json::Value,
        words: Say<'_>,
    ) -> anyhow::Result<Answer> {
        let mut output = Output::new();
        if self.json {
            let mut document = document.clone();
            document["schema"] = SCHEMA.into();
            output.json(&document)?;
        } else {
            writeln!(output, "{}", say(self.language, words))?;
        }
        output.finish()?;
        Ok(Answer::Done)
    }
}
