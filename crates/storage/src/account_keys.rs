//! Sessions and tokens: the operations of their port as statements. They have a table of their own,
//! since every request of a signed-in client looks one up by its digest and changes when it was
//! seen last.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, IDLE_MS, LONGEST_MS, PasswordHash,
};

use crate::account_rows::{self, account_columns, key_columns, scopes};
use crate::accounts;
use crate::sql::sql;
use crate::store::SqlStore;

impl SqlStore {
    /// Adds a key, if given only while the account has the password that was checked.
    async fn add(
        &self,
        new: &AccountKey,
        grant: &AccountGrant,
        checked: Option<&PasswordHash>,
    ) -> Result<bool, StoreError> {
        // The account's row is locked: a concurrent change of the password is ordered before, and
        // then it differs, or after, and then finds the new key.
        let living = sql("SELECT id FROM accounts
             WHERE id = $1 AND deleted IS NULL AND ($2 IS NULL OR password = $2) FOR SHARE");
        let added = sql(
            "INSERT INTO account_keys (key, account, device, scopes, created_ms, seen_ms)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(new)
        .bind(grant.account)
        .bind(grant.device.as_str())
        .bind(scopes(grant.kind))
        .bind(grant.created_ms)
        .bind(grant.seen_ms);
        let living = living.bind(grant.account);
        let living = living.bind(checked.map(PasswordHash::as_str)).required();
        let added = vec![living, added.required()];
        if self.sql.change_all(added).await?.is_done() {
            return Ok(true);
        }
        let there = AccountKeys::key(self, new).await?;
        Ok(there.is_some_and(|(_, there)| there == *grant))
    }
}

#[async_trait]
impl AccountKeys for SqlStore {
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
        let found = sql(concat!(
            "SELECT ",
            key_columns!(),
            ", ",
            account_columns!(),
            " FROM account_keys JOIN accounts ON accounts.id = account_keys.account
              WHERE account_keys.key = $1 AND deleted IS NULL"
        ));
        let Some(row) = self.sql.row(found.bind(of)).await? else {
            return Ok(None);
        };
        let (_, grant) = account_rows::grant(&row)?;
        Ok(Some((account_rows::account(&row)?, grant)))
    }

    async fn saw_key(&self, of: &AccountKey, now_ms: u64) -> Result<(), StoreError> {
        let seen = sql("UPDATE account_keys SET seen_ms = greatest(seen_ms, $2) WHERE key = $1");
        self.sql.change(seen.bind(of).bind(now_ms)).await.map(drop)
    }

    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            key_columns!(),
            " FROM account_keys WHERE account = $1 ORDER BY created_ms, key"
        ));
        let rows = self.sql.rows(found.bind(id)).await?;
        rows.iter().map(account_rows::grant).collect()
    }

    async fn end_key(&self, id: AccountId, of: &AccountKey) -> Result<bool, StoreError> {
        let ended = sql("DELETE FROM account_keys WHERE key = $1 AND account = $2");
        let ended = ended.bind(of).bind(id);
        Ok(self.sql.change(ended).await? > 0)
    }

    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError> {
        self.sql.change(accounts::end_sessions(id, keep)).await
    }

    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = sql("DELETE FROM account_keys
             WHERE scopes IS NULL AND (seen_ms <= $1 - $2 OR created_ms <= $1 - $3)")
        .bind(now_ms)
        .bind(IDLE_MS)
        .bind(LONGEST_MS);
        self.sql.change(swept).await
    }
}
