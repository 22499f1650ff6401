//! Commands that only read: the list of accounts, the details of one, and the log.

use std::io::Write as _;

use damier_people::accounts::{
    AccountFacts, AccountFilter, AccountName, AdminActionKind, LoggedAdminAction, moment_text,
};
use damier_session::line::is_forbidden;
use serde_json::{Value, json};

use super::words::{columns, fact_lines, heads, padded};
use super::{AdminSession, checked};
use crate::answer::Answer;
use crate::args::{LogArgs, UsersArgs};
use crate::clock::unix_ms;
use crate::json::SCHEMA;
use crate::output::Output;

/// Rows per query.
const PAGE: u32 = 500;

/// Limit of the search text in the log, in characters.
const MAX_LOGGED_CHARS: usize = 100;

impl AdminSession {
    pub(super) async fn users(&self, args: &UsersArgs) -> anyhow::Result<Answer> {
        let now_ms = unix_ms();
        let part = args.part.as_deref().unwrap_or_default();
        let mut filter = AccountFilter::named_like(part);
        if args.banned {
            filter = filter.banned_at(now_ms);
        }
        self.note(AdminActionKind::Listed, None, loggable(part))
            .await?;
        let mut found: Vec<AccountFacts> = Vec::new();
        // One row more than is shown tells whether there are more.
        let most = args.most as usize;
        while found.len() <= most {
            let after = found.last().map(|last| last.folded.clone());
            let page = self
                .store
                .administration
                .accounts(&filter, after.as_deref(), PAGE)
                .await;
            let page = checked(page)?;
            let is_last = page.len() < PAGE as usize;
            found.extend(page);
            if is_last {
                break;
            }
        }
        let more = found.len() > most;
        found.truncate(most);
        let mut output = Output::new();
        if self.json {
            let users: Vec<_> = found.iter().map(|facts| fact_json(facts, now_ms)).collect();
            output.json(&json!({ "schema": SCHEMA, "users": users, "more": more }))?;
        } else if !found.is_empty() {
            writeln!(output, "{}", heads(self.language))?;
            for facts in &found {
                writeln!(output, "{}", line(facts, now_ms))?;
            }
        }
        output.finish()?;
        if !self.json {
            let number = found.len();
            let shown = self.say(
                match number {
                    _ if more => format!("Accounts shown: {number}; there are more."),
                    1 => "1 account.".to_owned(),
                    _ => format!("{number} accounts."),
                },
                match number {
                    _ if more => format!("Comptes affichés : {number} ; il y en a d’autres."),
                    0 | 1 => format!("{number} compte."),
                    _ => format!("{number} comptes."),
                },
            );
            anstream::eprintln!("{shown}");
        }
        Ok(Answer::Done)
    }

    pub(super) async fn user(&self, name: &AccountName) -> anyhow::Result<Answer> {
        let Some(account) = self.account(name).await? else {
            return Ok(Answer::No);
        };
        self.note(AdminActionKind::Looked, Some(&account), "")
            .await?;
        let Some(facts) = checked(self.store.administration.account_facts(account.id).await)?
        else {
            return Ok(self.no_such_account(name));
        };
        let codes = checked(self.store.accounts.recovery_left(account.id).await)?;
        let now_ms = unix_ms();
        let mut output = Output::new();
        if self.json {
            let mut document = fact_json(&facts, now_ms);
            document["schema"] = SCHEMA.into();
            document["recovery_codes"] = codes.into();
            output.json(&document)?;
        } else {
            for line in fact_lines(self.language, &facts, codes, now_ms) {
                writeln!(output, "{line}")?;
            }
        }
        output.finish()?;
        Ok(Answer::Done)
    }

    pub(super) async fn log(&self, args: &LogArgs) -> anyhow::Result<Answer> {
        let mut admin_actions: Vec<LoggedAdminAction> = Vec::new();
        while admin_actions.len() < args.most as usize {
            let before = admin_actions.last().map(|last| last.number);
            let page = checked(
                self.store
                    .administration
                    .admin_actions(before, PAGE.min(args.most))
                    .await,
            )?;
            if page.is_empty() {
                break;
            }
            admin_actions.extend(page);
        }
        admin_actions.truncate(args.most as usize);
        admin_actions.reverse();
        let mut output = Output::new();
        if self.json {
            let admin_actions: Vec<_> = admin_actions.iter().map(action_json).collect();
            output.json(&json!({ "schema": SCHEMA, "actions": admin_actions }))?;
        } else {
            for LoggedAdminAction { action, name, .. } in &admin_actions {
                let (at, kind) = (moment_text(action.at_ms), action.kind.code());
                let name = name.as_deref().unwrap_or_default();
                let (actor, name) = (padded(action.who.as_str(), 16), padded(name, 20));
                let line = format!("{at}  {actor}  {kind:<12}  {name}  {}", action.detail);
                writeln!(output, "{}", line.trim_end())?;
            }
        }
        output.finish()?;
        Ok(Answer::Done)
    }
}

/// The search text as it is logged: as typed, on one line, shortened.
fn loggable(part: &str) -> String {
    let plain = part.trim().chars();
    let plain = plain.filter(|&character| !is_forbidden(character));
    plain.take(MAX_LOGGED_CHARS).collect()
}

/// A line of the list of accounts: name, creation, last visit, sessions, tokens, games, ban.
fn line(facts: &AccountFacts, now_ms: u64) -> String {
    let day = |at_ms: u64| moment_text(at_ms)[..10].to_owned();
    let ban = facts
        .account
        .ban
        .as_ref()
        .filter(|ban| ban.holds_at(now_ms));
    let ban = ban.map_or_else(String::new, |ban| {
        let until = ban.until_ms.map_or_else(|| "-".to_owned(), moment_text);
        format!("  {until} {}", ban.reason)
    });
    columns(
        &facts.account.name,
        &day(facts.account.created_ms),
        &facts.seen_ms.map_or_else(|| "-".to_owned(), day),
        [facts.sessions, facts.tokens, facts.games].map(|number| number.to_string()),
        ban.trim_end(),
    )
}

fn fact_json(facts: &AccountFacts, now_ms: u64) -> Value {
    let ban = facts
        .account
        .ban
        .as_ref()
        .filter(|ban| ban.holds_at(now_ms));
    json!({
        "name": facts.account.name,
        "id": format!("{:032x}", facts.account.id.to_bits()),
        "created_ms": facts.account.created_ms,
        "seen_ms": facts.seen_ms,
        "sessions": facts.sessions,
        "passkeys": facts.passkeys,
        "tokens": facts.tokens,
        "games": facts.games,
        "running": facts.running,
        "banned": ban.map(|ban| json!({ "until_ms": ban.until_ms, "reason": ban.reason.as_str() })),
    })
}

fn action_json(noted: &LoggedAdminAction) -> Value {
    json!({
        "number": noted.number,
        "at_ms": noted.action.at_ms,
        "who": noted.action.who.as_str(),
        "action": noted.action.kind.code(),
        "name": noted.name,
        "detail": noted.action.detail,
    })
}
