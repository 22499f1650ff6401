//! Commands for what strangers can read: list, remove, reports, operators.

use std::io::Write as _;

use damier_people::accounts::{AdminActionKind, moment_text};
use damier_people::documents::Versioned;
use damier_people::moderation::{
    Operators, PublicText, PublicTextKind, PublicTexts, Removal, ReportedText, Reports,
};
use serde_json::{Value, json};

use super::words::padded;
use super::{AdminSession, checked};
use crate::answer::Answer;
use crate::args::{OperatorArgs, RemoveArgs, ReportsArgs, TextArgs, TextsArgs};
use crate::clock::unix_ms;
use crate::json::SCHEMA;
use crate::output::Output;

/// Texts per query.
const PAGE: u32 = 200;

impl AdminSession {
    fn public_texts(&self) -> PublicTexts {
        PublicTexts::of(&self.store, &self.library)
    }

    pub(super) async fn texts(&self, args: &TextsArgs) -> anyhow::Result<Answer> {
        let kinds: Vec<PublicTextKind> = match args.kind {
            Some(kind) => vec![kind],
            None => PublicTextKind::ALL
                .iter()
                .copied()
                .filter(|kind| *kind != PublicTextKind::Account)
                .collect(),
        };
        let detail = args.kind.map(PublicTextKind::code).unwrap_or_default();
        self.note(AdminActionKind::ListedTexts, None, detail)
            .await?;
        let texts = self.public_texts();
        let mut found: Vec<PublicText> = Vec::new();
        for kind in kinds {
            let mut after: Option<String> = None;
            let mut left = args.most as usize;
            loop {
                let page = texts.list(kind, after.as_deref(), PAGE, unix_ms()).await;
                let page = checked(page)?;
                let taken = page.texts.into_iter().take(left);
                let before = found.len();
                found.extend(taken);
                left -= found.len() - before;
                after = page.next;
                if after.is_none() || left == 0 {
                    break;
                }
            }
        }
        let mut output = Output::new();
        if self.json {
            let texts: Vec<_> = found.iter().map(text_json).collect();
            output.json(&json!({ "schema": SCHEMA, "texts": texts }))?;
        } else {
            for text in &found {
                let (kind, id) = (padded(text.kind.code(), 9), padded(&text.id, 36));
                let account = text.account.as_deref().unwrap_or("-");
                let words = text.lines.join(" | ").replace('\n', " ");
                writeln!(output, "{kind}  {id}  {}  {words}", padded(account, 20))?;
            }
        }
        output.finish()?;
        Ok(Answer::Done)
    }

    pub(super) async fn reports(&self, args: &ReportsArgs) -> anyhow::Result<Answer> {
        self.note(AdminActionKind::ListedTexts, None, "reports")
            .await?;
        let reports = Reports::of(&self.store);
        let mut found: Vec<Versioned<ReportedText>> = Vec::new();
        while found.len() < args.most as usize {
            let page = checked(reports.list(found.last(), PAGE.min(args.most)).await)?;
            if page.is_empty() {
                break;
            }
            found.extend(page);
        }
        found.truncate(args.most as usize);
        let mut output = Output::new();
        if self.json {
            let reports: Vec<_> = found.iter().map(report_json).collect();
            output.json(&json!({ "schema": SCHEMA, "reports": reports }))?;
        } else {
            for reported in &found {
                let text = &reported.value;
                let words = text.copy.replace('\n', " | ");
                writeln!(output, "{} {}: {words}", text.kind, text.id)?;
                for report in &text.reports {
                    let (at, reason) = (moment_text(report.at_ms), report.reason.code());
                    let line = format!("  {at}  {reason:<9}  {}", report.words);
                    writeln!(output, "{}", line.trim_end())?;
                }
                let more = text.number as usize - text.reports.len().min(text.number as usize);
                if more > 0 {
                    let more = self.say(
                        format_args!("and {more} more"),
                        format_args!("et {more} de plus"),
                    );
                    writeln!(output, "  {more}")?;
                }
            }
        }
        output.finish()?;
        Ok(Answer::Done)
    }

    pub(super) async fn dismiss(&self, args: &TextArgs) -> anyhow::Result<Answer> {
        let TextArgs { kind, id } = args;
        self.note(AdminActionKind::Dismissed, None, format!("{kind} {id}"))
            .await?;
        if !checked(Reports::of(&self.store).dismiss(*kind, id).await)? {
            return Ok(self.no(
                format_args!("There are no reports about {id}."),
                format_args!("Aucun signalement au sujet de {id}."),
            ));
        }
        self.answer(
            &json!({ "dismissed": id }),
            format_args!("The reports about {id} are dismissed."),
            format_args!("Les signalements au sujet de {id} sont classés."),
        )
    }

    pub(super) async fn remove(&self, args: &RemoveArgs) -> anyhow::Result<Answer> {
        let TextArgs { kind, id } = &args.text;
        if *kind == PublicTextKind::Account {
            return Ok(self.no(
                "An account is not removed: use `ban`, `rename` or `delete`.",
                "Un compte ne se retire pas : utilisez `ban`, `rename` ou `delete`.",
            ));
        }
        let texts = self.public_texts();
        if checked(texts.find(*kind, id, unix_ms()).await)?.is_none() {
            return Ok(self.no_such_text(id));
        }
        let detail = format!("{kind} {id} {}", args.reason);
        self.note(AdminActionKind::Removed, None, detail.trim())
            .await?;
        let how = if args.words {
            Removal::Words
        } else {
            Removal::Whole
        };
        let was_there = checked(texts.remove(*kind, id, how).await)?;
        checked(Reports::of(&self.store).dismiss(*kind, id).await)?;
        if !was_there {
            return Ok(self.no_such_text(id));
        }
        self.answer(
            &json!({ "removed": id }),
            format_args!("{id} is removed."),
            format_args!("{id} est retiré."),
        )
    }

    fn no_such_text(&self, id: &str) -> Answer {
        self.no(
            format_args!("There is nothing with the id {id}."),
            format_args!("Rien ne porte l’identifiant {id}."),
        )
    }

    pub(super) async fn operators(&self) -> anyhow::Result<Answer> {
        let operators = checked(Operators::of(&self.store).all().await)?;
        let mut output = Output::new();
        if self.json {
            let names: Vec<_> = operators.iter().map(|account| &account.name).collect();
            output.json(&json!({ "schema": SCHEMA, "operators": names }))?;
        } else {
            for account in &operators {
                writeln!(output, "{}", account.name)?;
            }
        }
        output.finish()?;
        Ok(Answer::Done)
    }

    pub(super) async fn appoint(&self, args: &OperatorArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        let operators = Operators::of(&self.store);
        let name = &account.name;
        let detail = if args.off { "off" } else { "on" };
        self.note(AdminActionKind::Operator, Some(&account), detail)
            .await?;
        if args.off {
            if !checked(operators.dismiss(account.id).await)? {
                return Ok(self.no(
                    format_args!("{name} is not an operator."),
                    format_args!("{name} n’est pas modérateur."),
                ));
            }
        } else {
            // An operator who is appointed again stays one.
            checked(operators.appoint(account.id, unix_ms()).await)?;
        }
        let document = json!({ "name": name, "operator": !args.off });
        if args.off {
            self.answer(
                &document,
                format_args!("{name} is no longer an operator."),
                format_args!("{name} n’est plus modérateur."),
            )
        } else {
            self.answer(
                &document,
                format_args!("{name} is an operator and finds \"Moderation\" on the page."),
                format_args!(
                    "{name} est modérateur ; la rubrique « Modération » figure sur sa page."
                ),
            )
        }
    }
}

fn text_json(text: &PublicText) -> Value {
    json!({
        "kind": text.kind.code(),
        "id": text.id,
        "lines": text.lines,
        "account": text.account,
    })
}

fn report_json(reported: &Versioned<ReportedText>) -> Value {
    let text = &reported.value;
    let reports = text.reports.iter().map(|report| {
        json!({
            "at_ms": report.at_ms,
            "reason": report.reason.code(),
            "words": report.words.as_str(),
        })
    });
    json!({
        "kind": text.kind.code(),
        "id": text.id,
        "copy": text.copy,
        "number": text.number,
        "last_ms": reported.changed_ms,
        "reports": reports.collect::<Vec<_>>(),
    })
}
