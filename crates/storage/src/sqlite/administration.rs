//! What administrators do, in SQLite: the operations of the port as queries. Each change is a transaction of its own.

use async_trait::async_trait;
use damier_people::accounts::{
    AccountFacts, AccountFilter, AccountId, AccountKey, AccountName, Administration, Ban, Deed,
    NotedDeed, Renamed,
};
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_session::GameId;
use sqlx::{Sqlite, Transaction};

use super::accounts::{end_sessions, end_tokens, remove_codes};
use super::journal::SqliteStore;
use super::run::run;
use crate::account_rows::{account_columns, bytes, key};
use crate::administration_rows::{self, deed_columns, fact_columns};
use crate::live_rows::{self, integer};

#[async_trait]
impl Administration for SqliteStore {
    async fn accounts(
        &self,
        filter: &AccountFilter,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<AccountFacts>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            fact_columns!(),
            " FROM accounts
              WHERE deleted IS NULL AND instr(folded, ?1) > 0 AND (?2 IS NULL OR folded > ?2)
                  AND (?3 IS NULL OR (ban_reason IS NOT NULL AND (ban_until_ms IS NULL OR ban_until_ms > ?3)))
              ORDER BY folded LIMIT ?4"
        ))
        .bind(filter.folded_part().to_owned())
        .bind(after.map(str::to_owned))
        .bind(filter.banned_at_ms().map(integer))
        .bind(most);
        let rows = self.rows(found).await?;
        rows.iter().map(administration_rows::facts).collect()
    }

    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            fact_columns!(),
            " FROM accounts WHERE id = ?1 AND deleted IS NULL"
        ));
        let row = self.row(found.bind(bytes(id))).await?;
        row.as_ref().map(administration_rows::facts).transpose()
    }

    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError> {
        self.change(async |tx| {
            let set = sqlx::query(
                "UPDATE accounts SET ban_reason = ?2, ban_until_ms = ?3 WHERE id = ?1 AND deleted IS NULL",
            )
            .bind(bytes(id))
            .bind(ban.map(|ban| ban.reason.as_str().to_owned()))
            .bind(ban.and_then(|ban| ban.until_ms).map(integer));
            if run(tx, set).await? == 0 {
                return Ok(false);
            }
            if ban.is_some() {
                run(tx, end_sessions(id, None)).await?;
                withdraw_challenges(tx, id).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError> {
        self.change(async |tx| {
            // Before the account has its new name, since the old one is looked for.
            let games = sqlx::query(
                "UPDATE live_games
                 SET setup = json_set(setup, '$.settings.' || seat.side || '.name', ?2)
                 FROM account_seats AS seat JOIN accounts ON accounts.id = seat.account
                 WHERE seat.account = ?1 AND seat.game = live_games.id AND accounts.deleted IS NULL
                     AND json_extract(setup, '$.settings.' || seat.side || '.name') = accounts.name
                     AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.folded = ?3 AND other.id <> ?1)
                     AND NOT EXISTS (
                         SELECT 1 FROM accounts AS other WHERE other.looks = ?4 AND other.deleted IS NULL AND other.id <> ?1)",
            )
            .bind(bytes(id))
            .bind(name.as_str().to_owned())
            .bind(name.folded().to_owned())
            .bind(name.looks());
            run(tx, games).await?;
            let renamed = sqlx::query(
                "UPDATE OR IGNORE accounts SET name = ?2, folded = ?3, looks = ?4 WHERE id = ?1 AND deleted IS NULL",
            )
            .bind(bytes(id))
            .bind(name.as_str().to_owned())
            .bind(name.folded().to_owned())
            .bind(name.looks());
            if run(tx, renamed).await? == 1 {
                withdraw_challenges(tx, id).await?;
                return Ok(Renamed::Stored);
            }
            let there = sqlx::query("SELECT id FROM accounts WHERE id = ?1 AND deleted IS NULL");
            let there = there.bind(bytes(id)).fetch_optional(&mut **tx).await;
            let is_there = there.map_err(crate::error::failed)?.is_some();
            Ok(if is_there {
                Renamed::NameTaken
            } else {
                Renamed::NotFound
            })
        })
        .await
    }

    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        self.change(async |tx| {
            run(tx, remove_codes(id)).await?;
            run(tx, end_tokens(id)).await?;
            let added = sqlx::query(
                "INSERT INTO account_recovery (code, account, until_ms)
                 SELECT ?1, id, ?3 FROM accounts WHERE id = ?2 AND deleted IS NULL ON CONFLICT DO NOTHING",
            )
            .bind(key(code))
            .bind(bytes(id))
            .bind(integer(until_ms));
            Ok(run(tx, added).await? == 1)
        })
        .await
    }

    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NOT NULL AND (?1 IS NULL OR id > ?1)
             ORDER BY id LIMIT ?2",
        );
        let found = found.bind(after.map(live_rows::bytes)).bind(most);
        live_rows::ids(&self.rows(found).await?)
    }

    async fn note_deed(&self, deed: &Deed) -> Result<(), StoreError> {
        let noted = sqlx::query(
            "INSERT INTO deeds (at_ms, who, kind, account, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
        )
        .bind(integer(deed.at_ms))
        .bind(deed.who.as_str().to_owned())
        .bind(deed.kind.code())
        .bind(deed.account.map(bytes))
        .bind(deed.detail.clone());
        self.change_rows(noted).await.map(drop)
    }

    async fn deeds(&self, before: Option<u64>, most: u32) -> Result<Vec<NotedDeed>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            deed_columns!(),
            " FROM deeds LEFT JOIN accounts ON accounts.id = deeds.account
              WHERE ?1 IS NULL OR number < ?1 ORDER BY number DESC LIMIT ?2"
        ));
        let found = found.bind(before.map(integer)).bind(most);
        let rows = self.rows(found).await?;
        rows.iter().map(administration_rows::deed).collect()
    }
}

async fn withdraw_challenges(
    tx: &mut Transaction<'_, Sqlite>,
    id: AccountId,
) -> Result<(), LibraryError> {
    let withdrawn = sqlx::query("DELETE FROM live_challenges WHERE account = ?1");
    run(tx, withdrawn.bind(bytes(id))).await.map(drop)
}
