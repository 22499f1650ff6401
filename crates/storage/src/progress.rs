//! Learning progress of accounts: the operations of its port as statements. It has a table of its
//! own, since several devices store parts of up to a megabyte, each under a version of its own.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{
    AccountId, LearningProgress, ProgressFacts, ProgressPart, ProgressStored, ProgressText,
    next_progress_version,
};

use crate::account_rows::{self};
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl LearningProgress for SqlStore {
    async fn progress_parts(&self, id: AccountId) -> Result<Vec<ProgressFacts>, StoreError> {
        let found = sql(
            "SELECT part, version, CAST(octet_length(text) AS BIGINT) AS bytes FROM account_progress
             WHERE account = $1 ORDER BY part COLLATE \"C\"",
        );
        let rows = self.sql.rows(found.bind(id)).await?;
        rows.iter().map(account_rows::progress_facts).collect()
    }

    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError> {
        let found =
            sql("SELECT version, text FROM account_progress WHERE account = $1 AND part = $2");
        let row = self.sql.row(found.bind(id).bind(part.as_str()));
        let row = row.await?;
        row.as_ref().map(account_rows::progress_text).transpose()
    }

    async fn store_progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> Result<ProgressStored, StoreError> {
        let version = next_progress_version(base, now_ms);
        // A missing part is inserted only if the caller expects none. The account's row is locked
        // meanwhile, so that nothing is stored for an account being deleted.
        let stored = sql(
            "WITH living AS (SELECT id FROM accounts WHERE id = $1 AND deleted IS NULL FOR SHARE)
             INSERT INTO account_progress AS there (account, part, version, text)
             SELECT id, $2, $5, $4 FROM living
             WHERE $3 = 0 OR EXISTS (SELECT 1 FROM account_progress WHERE account = $1 AND part = $2)
             ON CONFLICT (account, part) DO UPDATE SET version = excluded.version, text = excluded.text
             WHERE there.version = $3",
        )
        .bind(id)
        .bind(part.as_str())
        .bind(base)
        .bind(text.to_owned())
        .bind(version);
        if self.sql.change(stored).await? == 1 {
            return Ok(ProgressStored::Stored(version));
        }
        let there = sql(
            "SELECT coalesce((SELECT version FROM account_progress WHERE account = $1 AND part = $2), 0) AS version
             FROM accounts WHERE id = $1 AND deleted IS NULL",
        );
        let row = self.sql.row(there.bind(id).bind(part.as_str()));
        account_rows::progress_there(row.await?.as_ref())
    }

    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError> {
        let gone = sql("DELETE FROM account_progress WHERE account = $1");
        self.sql.change(gone.bind(id)).await
    }
}
