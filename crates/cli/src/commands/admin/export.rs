//! Exports of an account's data and of all finished games, written in parts so that their size is
//! unlimited.

use std::io::Write as _;

use anyhow::Context as _;
use damier_people::accounts::AdminActionKind;
use damier_server::Export;

use super::{AdminSession, checked};
use crate::answer::Answer;
use crate::args::ExportArgs;
use crate::clock::unix_ms;
use crate::output::Output;

impl AdminSession {
    pub(super) async fn export(&self, args: &ExportArgs) -> anyhow::Result<Answer> {
        let Some(account) = self.account(&args.name).await? else {
            return Ok(Answer::No);
        };
        let form = if args.pdn { "pdn" } else { "json" };
        self.note(AdminActionKind::Exported, Some(&account), form)
            .await?;
        let store = self.store.clone();
        self.write(if args.pdn {
            Export::games_of_account(store, account.id)
        } else {
            checked(Export::of_account(store, &account, None, unix_ms()).await)?
        })
        .await
    }

    pub(super) async fn export_games(&self) -> anyhow::Result<Answer> {
        let form = if self.json { "json" } else { "pdn" };
        self.note(AdminActionKind::ExportedGames, None, form)
            .await?;
        let store = self.store.clone();
        self.write(if self.json {
            Export::finished_games_as_lines(store)
        } else {
            Export::finished_games(store)
        })
        .await
    }

    /// Writes an export, and reports how many games are missing from it.
    async fn write(&self, mut export: Export) -> anyhow::Result<Answer> {
        let mut output = Output::new();
        loop {
            match checked(export.next().await) {
                Ok(Some(piece)) => output.write_all(piece.as_bytes())?,
                Ok(None) => break,
                Err(error) => {
                    output.finish()?;
                    return Err(error).context("the output is incomplete");
                }
            }
        }
        output.finish()?;
        let number = export.missing();
        if number > 0 {
            let missing = self.say(
                match number {
                    1 => "1 game is missing: it cannot be read from the database.".to_owned(),
                    _ => format!(
                        "{number} games are missing: they cannot be read from the database."
                    ),
                },
                match number {
                    1 => "Il manque 1 partie, illisible dans la base de données.".to_owned(),
                    _ => {
                        format!("Il manque {number} parties, illisibles dans la base de données.")
                    }
                },
            );
            anstream::eprintln!("{missing}");
        }
        Ok(Answer::Done)
    }
}
