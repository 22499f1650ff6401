//! Commands that change accounts: ban, unban, sign-out, reset, rename, delete.

use std::fmt::Display;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};

use anyhow::{Context as _, bail, ensure};
use damier_people::accounts::{
    AccountName, AdminActionKind, Ban, Day, RESET_MS, Renamed, moment_text,
};
use damier_server::ResetCode;
use serde_json::json;

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
            format_args!(
                "{} is banned {}. Its sessions have ended; games in progress continue.",
                account.name,
                ban.until_ms.map_or_else(
                    || "until the ban is lifted".to_owned(),
                    |until_ms| format!("until {} UTC", moment_text(until_ms)),
                )
            ),
            format_args!(
                "{} est banni {}. Ses sessions sont fermées ; ses parties en cours continuent.",
                account.name,
                ban.until_ms.map_or_else(
                    || "jusqu’à nouvel ordre".to_owned(),
                    |until_ms| format!("jusqu’au {} UTC", moment_text(until_ms)),
                )
            ),
        )
    }

    pub(super) async fn unban(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        if account.ban.is_none() {
            return Ok(self.no(
                format_args!("{} is not banned.", account.name),
                format_args!("{} n’est pas banni.", account.name),
            ));
        }
        self.note(AdminActionKind::Unbanned, Some(&account), "")
            .await?;
        let is_done = checked(self.store.administration.set_ban(account.id, None).await)?;
        ensure!(is_done, "{} has just been deleted", account.name);
        let document = json!({ "name": account.name, "banned": null });
        self.answer(
            &document,
            format_args!("{} is no longer banned.", account.name),
            format_args!("{} n’est plus banni.", account.name),
        )
    }

    pub(super) async fn sign_out(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        self.note(AdminActionKind::SignedOut, Some(&account), "")
            .await?;
        let ended = checked(self.store.account_keys.end_sessions(account.id, None).await)?;
        let name = &account.name;
        let document = json!({ "name": name, "ended": ended });
        self.answer(
            &document,
            match ended {
                1 => format!("1 session of {name} has ended."),
                _ => format!("{ended} sessions of {name} have ended."),
            },
            match ended {
                0 | 1 => format!("{ended} session de {name} a été fermée."),
                _ => format!("{ended} sessions de {name} ont été fermées."),
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
        let (name, code) = (&account.name, code.display());
        let document = json!({ "name": name, "code": code, "until_ms": until_ms });
        let until = moment_text(until_ms);
        self.answer(
            &document,
            format_args!(
                "{code}\nWith this code {name} can choose a new password on the page, under \
                 \"Account\", \"Use a recovery code\". It can be used once, until {until} UTC. The \
                 recovery codes and tokens of {name} then become invalid, and the page shows new \
                 codes."
            ),
            format_args!(
                "{code}\nAvec ce code, {name} peut choisir un nouveau mot de passe sur la page : \
                 « Compte », « Utiliser un code de secours ». Le code sert une seule fois, jusqu’au \
                 {until} UTC. Les codes de secours et les jetons de {name} seront alors révoqués, \
                 et la page affichera de nouveaux codes."
            ),
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
            return Ok(self.name_taken(&there.name));
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
            Renamed::NameTaken => return Ok(self.name_taken(new.as_str())),
            Renamed::NotFound => bail!("{} has just been deleted", account.name),
        }
        let old = &account.name;
        self.answer(
            &json!({ "name": new.as_str(), "before": old }),
            format_args!("{old} is renamed to {new}, including in its games."),
            format_args!("{old} s’appelle désormais {new}, y compris dans ses parties."),
        )
    }

    fn name_taken(&self, name: &str) -> Answer {
        self.no(
            format_args!("The name {name} is taken, or too similar to another account's."),
            format_args!("Le nom {name} est déjà pris, ou trop proche de celui d’un autre compte."),
        )
    }

    pub(super) async fn delete(&self, args: &DeleteArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        if !args.yes && !self.confirm(&account.name)? {
            return Ok(self.no("Nothing was done.", "Aucune modification."));
        }
        self.note(AdminActionKind::Deleted, Some(&account), "")
            .await?;
        let is_done = checked(self.store.accounts.delete_account(account.id).await)?;
        ensure!(is_done, "{} has just been deleted", account.name);
        let now = checked(self.store.accounts.account(account.id).await)?;
        let now = now.map(|account| account.name).unwrap_or_default();
        let old = &account.name;
        self.answer(
            &json!({ "deleted": old, "name": now }),
            format_args!("{old} is deleted; its games show \"{now}\"."),
            format_args!("{old} est supprimé ; ses parties affichent « {now} »."),
        )
    }

    /// Asks for confirmation of a deletion; the answer must be the account's name.
    fn confirm(&self, name: &str) -> anyhow::Result<bool> {
        let mut stderr = io::stderr();
        let question = self.say(
            format_args!(
                "This deletes the credentials of {name} and its name in games. It cannot be \
                 undone. Type the name to confirm:"
            ),
            format_args!(
                "Les identifiants de {name} et son nom dans les parties seront supprimés \
                 définitivement. Tapez le nom pour confirmer :"
            ),
        );
        write!(stderr, "{question} ")?;
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
        english: impl Display,
        french: impl Display,
    ) -> anyhow::Result<Answer> {
        let mut output = Output::new();
        if self.json {
            let mut document = document.clone();
            document["schema"] = SCHEMA.into();
            output.json(&document)?;
        } else {
            writeln!(output, "{}", self.say(english, french))?;
        }
        output.finish()?;
        Ok(Answer::Done)
    }
}
