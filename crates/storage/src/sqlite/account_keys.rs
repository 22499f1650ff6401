//! Sessions and tokens in SQLite: the operations of their port as queries.

use async_trait::async_trait;
use damier_people::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, IDLE_MS, LONGEST_MS, PasswordHash,
};
use damier_people::live::StoreError;

use super::accounts::end_sessions;
use super::journal::SqliteStore;
use crate::account_rows::{self, account_columns, bytes, key, key_columns, scopes};
use crate::live_rows::integer;

impl SqliteStore {
    /// Adds a key, where the account has the password that was checked, if one was.
    async fn add(
        &self,
        new: &AccountKey,
        grant: &AccountGrant,
        checked: Option<&PasswordHash>,
    ) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "INSERT INTO account_keys (key, account, device, scopes, created_ms, seen_ms)
             SELECT ?1, id, ?3, ?4, ?5, ?6 FROM accounts
             WHERE id = ?2 AND deleted IS NULL AND (?7 IS NULL OR password = ?7)
             ON CONFLICT DO NOTHING",
        )
        .bind(key(new))
        .bind(bytes(grant.account))
        .bind(grant.device.as_str().to_owned())
        .bind(scopes(grant.kind))
        .bind(integer(grant.created_ms))
        .bind(integer(grant.seen_ms))
        .bind(checked.map(|hash| hash.as_str().to_owned()));
        if self.change_rows(added).await? == 1 {
            return Ok(true);
        }
        let there = AccountKeys::key(self, new).await?;
        Ok(there.is_some_and(|(_, there)| there == *grant))
    }
}

#[async_trait]
impl AccountKeys for SqliteStore {
    async fn add_key(&self, new: &AccountKey, grant: &AccountGrant) -> Result<bool, StoreError> {
        self.add(new, grant, None).await
    }

    async fn add_key_under(
        &self,
        new: &AccountKey,
        grant: &AccountGrant,
        checked: &PasswordHash,
    ) -> Result<bool, StoreError> {
        self.add(new, grant, Some(checked)).await
    }

    async fn key(&self, of: &AccountKey) -> Result<Option<(Account, AccountGrant)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            key_columns!(),
            ", ",
            account_columns!(),
            " FROM account_keys JOIN accounts ON accounts.id = account_keys.account
              WHERE account_keys.key = ?1 AND deleted IS NULL"
        ));
        let Some(row) = self.row(found.bind(key(of))).await? else {
            return Ok(None);
        };
        let (_, grant) = account_rows::grant(&row)?;
        Ok(Some((account_rows::account(&row)?, grant)))
    }

    async fn saw_key(&self, of: &AccountKey, now_ms: u64) -> Result<(), StoreError> {
        let seen = sqlx::query("UPDATE account_keys SET seen_ms = max(seen_ms, ?2) WHERE key = ?1");
        self.change_rows(seen.bind(key(of)).bind(integer(now_ms)))
            .await
            .map(drop)
    }

    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            key_columns!(),
            " FROM account_keys WHERE account = ?1 ORDER BY created_ms, key"
        ));
        let rows = self.rows(found.bind(bytes(id))).await?;
        rows.iter().map(account_rows::grant).collect()
    }

    async fn end_key(&self, id: AccountId, of: &AccountKey) -> Result<bool, StoreError> {
        let ended = sqlx::query("DELETE FROM account_keys WHERE key = ?1 AND account = ?2");
        let ended = ended.bind(key(of)).bind(bytes(id));
        Ok(self.change_rows(ended).await? > 0)
    }

    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError> {
        self.change_rows(end_sessions(id, keep)).await
    }

    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sqlx::query(
            "DELETE FROM account_keys
             WHERE scopes IS NULL AND (seen_ms <= ?1 - ?2 OR created_ms <= ?1 - ?3)",
        )
        .bind(integer(now_ms))
        .bind(integer(IDLE_MS))
        .bind(integer(LONGEST_MS));
        self.change_rows(swept).await
    }
}
