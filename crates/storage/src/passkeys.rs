//! Passkeys: the operations of their port as statements. They have tables of their own, since a
//! passkey is found by its id, a challenge is consumed by the first answer, and a counter may only
//! increase.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    Account, AccountId, AccountKey, MAX_PASSKEY_CHALLENGES, MAX_PASSKEYS, Passkey, PasskeyAdded,
    PasskeyId, Passkeys,
};

use crate::account_rows::{self, account_columns, passkey_columns};
use crate::accounts::hold;
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl Passkeys for SqlStore {
    async fn add_passkey(
        &self,
        new: &Passkey,
        by: &AccountKey,
    ) -> Result<PasskeyAdded, StoreError> {
        let added = sql(
            "INSERT INTO account_passkeys (id, account, host, public_key, counter, synced, label, created_ms, seen_ms)
             SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM accounts
             WHERE id = $2 AND deleted IS NULL
                 AND EXISTS (SELECT 1 FROM account_keys WHERE key = $11 AND account = $2)
                 AND (SELECT count(*) FROM account_passkeys WHERE account = $2) < $10
             ON CONFLICT DO NOTHING",
        )
        .bind(new.id.as_bytes().to_vec())
        .bind(new.account)
        .bind(new.host.clone())
        .bind(new.public_key.clone())
        .bind(new.counter)
        .bind(i64::from(new.is_synced))
        .bind(new.name.as_str())
        .bind(new.created_ms)
        .bind(new.seen_ms)
        .bind(MAX_PASSKEYS)
        .bind(by);
        // The account is locked, so that concurrent additions are counted one after the other, and
        // none is added after a recovery.
        let added = vec![hold(new.account), added.required()];
        if self.sql.change_all(added).await?.is_done() {
            return Ok(PasskeyAdded::Stored);
        }
        account_rows::not_added(self, new, by).await
    }

    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            passkey_columns!(),
            ", ",
            account_columns!(),
            " FROM account_passkeys JOIN accounts ON accounts.id = account_passkeys.account
              WHERE account_passkeys.id = $1 AND deleted IS NULL"
        ));
        let Some(row) = self.sql.row(found.bind(id.as_bytes().to_vec())).await? else {
            return Ok(None);
        };
        let passkey = account_rows::passkey(&row)?;
        Ok(Some((account_rows::account(&row)?, passkey)))
    }

    async fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
        let found = sql(concat!(
            "SELECT ",
            passkey_columns!(),
            " FROM account_passkeys WHERE account = $1 ORDER BY created_ms, id"
        ));
        let rows = self.sql.rows(found.bind(account)).await?;
        rows.iter().map(account_rows::passkey).collect()
    }

    async fn use_passkey(
        &self,
        id: &PasskeyId,
        counter: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let used = sql(
            "UPDATE account_passkeys SET counter = $2, seen_ms = greatest(coalesce(seen_ms, 0), $3)
             WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))",
        )
        .bind(id.as_bytes().to_vec())
        .bind(counter)
        .bind(now_ms);
        Ok(self.sql.change(used).await? == 1)
    }

    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError> {
        let removed = sql("DELETE FROM account_passkeys WHERE id = $1 AND account = $2")
            .bind(id.as_bytes().to_vec())
            .bind(account);
        Ok(self.sql.change(removed).await? == 1)
    }

    async fn store_passkey_challenge(
        &self,
        challenge: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        // Rows being removed by another node are skipped. Of the challenges for signing in, all
        // stay but one less than the maximum.
        let over = sql(
            "DELETE FROM passkey_challenges WHERE challenge IN (
                 SELECT challenge FROM passkey_challenges
                 WHERE until_ms <= $2 OR ($1 IS NULL AND account IS NULL AND (until_ms, challenge) <= (
                     SELECT until_ms, challenge FROM passkey_challenges WHERE account IS NULL
                     ORDER BY until_ms DESC, challenge DESC LIMIT 1 OFFSET $3))
                 FOR UPDATE SKIP LOCKED)",
        );
        let over = over
            .bind(to)
            .bind(now_ms)
            .bind(MAX_PASSKEY_CHALLENGES as i64 - 1);
        let added = sql(
            "INSERT INTO passkey_challenges (challenge, account, until_ms) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
        );
        let added = added.bind(challenge).bind(to).bind(until_ms);
        let changed = self.sql.change_all(vec![over, added]).await;
        changed.map(drop)
    }

    async fn consume_passkey_challenge(
        &self,
        challenge: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let taken = sql("DELETE FROM passkey_challenges
             WHERE challenge = $1 AND account IS NOT DISTINCT FROM $2 AND until_ms > $3")
        .bind(challenge)
        .bind(to)
        .bind(now_ms);
        Ok(self.sql.change(taken).await? == 1)
    }
}
