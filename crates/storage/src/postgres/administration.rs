//! What administrators do, in PostgreSQL: the operations of the port, one statement each.

use async_trait::async_trait;
use damier_people::accounts::{
    AccountFacts, AccountFilter, AccountId, AccountKey, AccountName, Administration, Ban, Deed,
    NotedDeed, Renamed,
};
use damier_people::live::StoreError;
use damier_session::GameId;

use super::accounts::hold;
use super::journal::PostgresStore;
use crate::account_rows::{account_columns, bytes, key};
use crate::administration_rows::{self, deed_columns, fact_columns};
use crate::live_rows::{self, integer, journal};

#[async_trait]
impl Administration for PostgresStore {
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
              WHERE deleted IS NULL AND strpos(folded, $1) > 0
                  AND ($2::text IS NULL OR folded COLLATE \"C\" > $2 COLLATE \"C\")
                  AND ($3::bigint IS NULL OR (ban_reason IS NOT NULL AND (ban_until_ms IS NULL OR ban_until_ms > $3)))
              ORDER BY folded COLLATE \"C\" LIMIT $4"
        ))
        .bind(filter.folded_part().to_owned())
        .bind(after.map(str::to_owned))
        .bind(filter.banned_at_ms().map(integer))
        .bind(i64::from(most));
        let rows = self.rows(found).await?;
        rows.iter().map(administration_rows::facts).collect()
    }

    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            fact_columns!(),
            " FROM accounts WHERE id = $1 AND deleted IS NULL"
        ));
        let row = self.row(found.bind(bytes(id))).await?;
        row.as_ref().map(administration_rows::facts).transpose()
    }

    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError> {
        let set = sqlx::query(
            "WITH changed AS (
                 UPDATE accounts SET ban_reason = $2, ban_until_ms = $3
                 WHERE id = $1 AND deleted IS NULL RETURNING id, ban_reason),
             ended AS (
                 DELETE FROM account_keys USING changed
                 WHERE account = changed.id AND scopes IS NULL AND changed.ban_reason IS NOT NULL),
             withdrawn AS (
                 DELETE FROM live_challenges USING changed
                 WHERE account = changed.id AND changed.ban_reason IS NOT NULL)
             SELECT id FROM changed",
        )
        .bind(bytes(id))
        .bind(ban.map(|ban| ban.reason.as_str().to_owned()))
        .bind(ban.and_then(|ban| ban.until_ms).map(integer));
        Ok(self.change(set).await? == 1)
    }

    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError> {
        // All parts of a statement see what was there before it: `old` is the account with its old name. The account is held, so that a game is seen that begins
        // under the old name at this moment.
        let renamed = sqlx::query(
            "WITH old AS (SELECT id, name FROM accounts WHERE id = $1 AND deleted IS NULL),
             changed AS (
                 UPDATE accounts SET name = $2, folded = $3, looks = $4 FROM old
                 WHERE accounts.id = old.id RETURNING accounts.id),
             withdrawn AS (DELETE FROM live_challenges USING changed WHERE account = changed.id),
             games AS (
                 UPDATE live_games
                 SET setup = jsonb_set(setup::jsonb, ARRAY['settings', seat.side, 'name'], to_jsonb($2::text))::text
                 FROM account_seats AS seat, old
                 WHERE seat.account = old.id AND seat.game = live_games.id
                     AND setup::jsonb #>> ARRAY['settings', seat.side, 'name'] = old.name)
             SELECT id FROM changed",
        )
        .bind(bytes(id))
        .bind(name.as_str().to_owned())
        .bind(name.folded().to_owned())
        .bind(name.looks());
        // Once more: the database takes a look that stays the same for one that an older program has left behind, and forgets it.
        let looks = sqlx::query(
            "UPDATE accounts SET looks = $2 WHERE id = $1 AND looks IS NULL AND deleted IS NULL RETURNING id",
        );
        let looks = looks.bind(bytes(id)).bind(name.looks());
        let statements = vec![hold(id), renamed, looks];
        let renamed = self.connections.change_together(statements).await;
        Ok(match renamed.map_err(journal)? {
            None => Renamed::NameTaken,
            Some(rows) if rows.get(1).is_none_or(Vec::is_empty) => Renamed::NotFound,
            Some(_) => Renamed::Stored,
        })
    }

    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "WITH living AS (SELECT id FROM accounts WHERE id = $2 AND deleted IS NULL),
             old AS (DELETE FROM account_recovery USING living WHERE account = living.id AND code <> $1),
             ended AS (
                 DELETE FROM account_keys USING living WHERE account = living.id AND scopes IS NOT NULL)
             INSERT INTO account_recovery (code, account, until_ms) SELECT $1, id, $3 FROM living
             ON CONFLICT DO NOTHING RETURNING code",
        )
        .bind(key(code))
        .bind(bytes(id))
        .bind(integer(until_ms));
        Ok(self.change_together(vec![hold(id), added]).await? == 1)
    }

    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NOT NULL AND ($1::bytea IS NULL OR id > $1)
             ORDER BY id LIMIT $2",
        );
        let found = found
            .bind(after.map(live_rows::bytes))
            .bind(i64::from(most));
        live_rows::ids(&self.rows(found).await?)
    }

    async fn note_deed(&self, deed: &Deed) -> Result<(), StoreError> {
        let noted = sqlx::query(
            "INSERT INTO deeds (at_ms, who, kind, account, detail) VALUES ($1, $2, $3, $4, $5) RETURNING number",
        )
        .bind(integer(deed.at_ms))
        .bind(deed.who.as_str().to_owned())
        .bind(deed.kind.code())
        .bind(deed.account.map(bytes))
        .bind(deed.detail.clone());
        self.change(noted).await.map(drop)
    }

    async fn deeds(&self, before: Option<u64>, most: u32) -> Result<Vec<NotedDeed>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            deed_columns!(),
            " FROM deeds LEFT JOIN accounts ON accounts.id = deeds.account
              WHERE $1::bigint IS NULL OR number < $1 ORDER BY number DESC LIMIT $2"
        ));
        let found = found.bind(before.map(integer)).bind(i64::from(most));
        let rows = self.rows(found).await?;
        rows.iter().map(administration_rows::deed).collect()
    }
}
