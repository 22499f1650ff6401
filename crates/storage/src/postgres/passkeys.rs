//! Passkeys in PostgreSQL: the operations of their port, one statement each, but adding one, which counts those that there are.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountId, AccountKey, MOST_PASSKEYS, MOST_QUESTIONS, Passkey, PasskeyAdded,
    PasskeyId, Passkeys,
};
use damier_people::live::StoreError;

use super::accounts::hold;
use super::journal::PostgresStore;
use crate::account_rows::{self, account_columns, bytes, key, passkey_columns};
use crate::live_rows::integer;

#[async_trait]
impl Passkeys for PostgresStore {
    async fn add_passkey(
        &self,
        new: &Passkey,
        by: &AccountKey,
    ) -> Result<PasskeyAdded, StoreError> {
        let added = sqlx::query(
            "INSERT INTO account_passkeys (id, account, host, public_key, counter, synced, label, created_ms, seen_ms)
             SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM accounts
             WHERE id = $2 AND deleted IS NULL
                 AND EXISTS (SELECT FROM account_keys WHERE key = $11 AND account = $2)
                 AND (SELECT count(*) FROM account_passkeys WHERE account = $2) < $10
             ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(new.id.as_bytes().to_vec())
        .bind(bytes(new.account))
        .bind(new.host.clone())
        .bind(new.public_key.clone())
        .bind(i64::from(new.counter))
        .bind(i64::from(new.is_synced))
        .bind(new.name.as_str().to_owned())
        .bind(integer(new.created_ms))
        .bind(new.seen_ms.map(integer))
        .bind(i64::from(MOST_PASSKEYS))
        .bind(key(by));
        // The account is held, so that two that are added at once are counted one after the other, and none is added behind a recovery.
        if self.change_together(vec![hold(new.account), added]).await? == 1 {
            return Ok(PasskeyAdded::Stored);
        }
        account_rows::not_added(self, new, by).await
    }

    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            passkey_columns!(),
            ", ",
            account_columns!(),
            " FROM account_passkeys JOIN accounts ON accounts.id = account_passkeys.account
              WHERE account_passkeys.id = $1 AND deleted IS NULL"
        ));
        let Some(row) = self.row(found.bind(id.as_bytes().to_vec())).await? else {
            return Ok(None);
        };
        let passkey = account_rows::passkey(&row)?;
        Ok(Some((account_rows::account(&row)?, passkey)))
    }

    async fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            passkey_columns!(),
            " FROM account_passkeys WHERE account = $1 ORDER BY created_ms, id"
        ));
        let rows = self.rows(found.bind(bytes(account))).await?;
        rows.iter().map(account_rows::passkey).collect()
    }

    async fn use_passkey(
        &self,
        id: &PasskeyId,
        counter: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let used = sqlx::query(
            "UPDATE account_passkeys SET counter = $2, seen_ms = greatest(seen_ms, $3)
             WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id",
        )
        .bind(id.as_bytes().to_vec())
        .bind(i64::from(counter))
        .bind(integer(now_ms));
        Ok(self.change(used).await? == 1)
    }

    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError> {
        let removed =
            sqlx::query("DELETE FROM account_passkeys WHERE id = $1 AND account = $2 RETURNING id")
                .bind(id.as_bytes().to_vec())
                .bind(bytes(account));
        Ok(self.change(removed).await? == 1)
    }

    async fn ask_passkey(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let asked = sqlx::query(
            // What another server sweeps at this moment is left to it. Of those to whoever signs in, all stay but one less than there may be.
            "WITH over AS (
                 DELETE FROM passkey_questions WHERE question IN (
                     SELECT question FROM passkey_questions
                     WHERE until_ms <= $4 OR ($2::bytea IS NULL AND account IS NULL AND (until_ms, question) <= (
                         SELECT until_ms, question FROM passkey_questions WHERE account IS NULL
                         ORDER BY until_ms DESC, question DESC LIMIT 1 OFFSET $5))
                     FOR UPDATE SKIP LOCKED))
             INSERT INTO passkey_questions (question, account, until_ms) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING RETURNING question",
        )
        .bind(key(question))
        .bind(to.map(bytes))
        .bind(integer(until_ms))
        .bind(integer(now_ms))
        .bind(MOST_QUESTIONS as i64 - 1);
        self.change(asked).await.map(drop)
    }

    async fn take_question(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "DELETE FROM passkey_questions
             WHERE question = $1 AND account IS NOT DISTINCT FROM $2 AND until_ms > $3 RETURNING question",
        )
        .bind(key(question))
        .bind(to.map(bytes))
        .bind(integer(now_ms));
        Ok(self.change(taken).await? == 1)
    }
}
