//! Passkeys in SQLite: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountId, AccountKey, MOST_PASSKEYS, MOST_QUESTIONS, Passkey, PasskeyAdded,
    PasskeyId, Passkeys,
};
use damier_people::live::StoreError;

use super::journal::SqliteStore;
use super::run::run;
use crate::account_rows::{self, account_columns, bytes, key, passkey_columns};
use crate::live_rows::integer;

#[async_trait]
impl Passkeys for SqliteStore {
    async fn add_passkey(
        &self,
        new: &Passkey,
        by: &AccountKey,
    ) -> Result<PasskeyAdded, StoreError> {
        let added = sqlx::query(
            "INSERT INTO account_passkeys (id, account, host, public_key, counter, synced, label, created_ms, seen_ms)
             SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM accounts
             WHERE id = ?2 AND deleted IS NULL
                 AND EXISTS (SELECT 1 FROM account_keys WHERE key = ?11 AND account = ?2)
                 AND (SELECT count(*) FROM account_passkeys WHERE account = ?2) < ?10
             ON CONFLICT DO NOTHING",
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
        if self.change_rows(added).await? == 1 {
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
              WHERE account_passkeys.id = ?1 AND deleted IS NULL"
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
            " FROM account_passkeys WHERE account = ?1 ORDER BY created_ms, id"
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
            "UPDATE account_passkeys SET counter = ?2, seen_ms = max(coalesce(seen_ms, 0), ?3)
             WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))",
        )
        .bind(id.as_bytes().to_vec())
        .bind(i64::from(counter))
        .bind(integer(now_ms));
        Ok(self.change_rows(used).await? == 1)
    }

    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError> {
        let removed = sqlx::query("DELETE FROM account_passkeys WHERE id = ?1 AND account = ?2")
            .bind(id.as_bytes().to_vec())
            .bind(bytes(account));
        Ok(self.change_rows(removed).await? == 1)
    }

    async fn ask_passkey(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.change(async |tx| {
            let over = sqlx::query("DELETE FROM passkey_questions WHERE until_ms <= ?1");
            run(tx, over.bind(integer(now_ms))).await?;
            // Before the new one is there, all of them but one less than there may be.
            let crowd = sqlx::query(
                "DELETE FROM passkey_questions WHERE account IS NULL AND (until_ms, question) <= (
                     SELECT until_ms, question FROM passkey_questions WHERE account IS NULL
                     ORDER BY until_ms DESC, question DESC LIMIT 1 OFFSET ?1)",
            );
            if to.is_none() {
                run(tx, crowd.bind(MOST_QUESTIONS as i64 - 1)).await?;
            }
            let asked = sqlx::query(
                "INSERT INTO passkey_questions (question, account, until_ms) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO NOTHING",
            )
            .bind(key(question))
            .bind(to.map(bytes))
            .bind(integer(until_ms));
            run(tx, asked).await.map(drop)
        })
        .await
    }

    async fn take_question(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "DELETE FROM passkey_questions WHERE question = ?1 AND account IS ?2 AND until_ms > ?3",
        )
        .bind(key(question))
        .bind(to.map(bytes))
        .bind(integer(now_ms));
        Ok(self.change_rows(taken).await? == 1)
    }
}
