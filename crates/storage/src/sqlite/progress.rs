//! What accounts have learnt and trained, in SQLite: the operations of its port as queries.

use async_trait::async_trait;
use damier_people::accounts::{
    AccountId, LearningProgress, ProgressFacts, ProgressPart, ProgressStored, ProgressText,
    next_progress_version,
};
use damier_people::live::StoreError;

use super::journal::SqliteStore;
use crate::account_rows::{self, bytes};
use crate::live_rows::integer;

#[async_trait]
impl LearningProgress for SqliteStore {
    async fn progress_parts(&self, id: AccountId) -> Result<Vec<ProgressFacts>, StoreError> {
        let found = sqlx::query(
            "SELECT part, version, length(CAST(text AS BLOB)) AS bytes FROM account_progress
             WHERE account = ?1 ORDER BY part",
        );
        let rows = self.rows(found.bind(bytes(id))).await?;
        rows.iter().map(account_rows::progress_facts).collect()
    }

    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError> {
        let found = sqlx::query(
            "SELECT version, text FROM account_progress WHERE account = ?1 AND part = ?2",
        );
        let row = self.row(found.bind(bytes(id)).bind(part.as_str().to_owned()));
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
        // A part that is not there is inserted only where the caller expects none.
        let stored = sqlx::query(
            "INSERT INTO account_progress (account, part, version, text)
             SELECT id, ?2, ?5, ?4 FROM accounts
             WHERE id = ?1 AND deleted IS NULL
                 AND (?3 = 0 OR EXISTS (SELECT 1 FROM account_progress WHERE account = ?1 AND part = ?2))
             ON CONFLICT (account, part) DO UPDATE SET version = excluded.version, text = excluded.text
             WHERE account_progress.version = ?3",
        )
        .bind(bytes(id))
        .bind(part.as_str().to_owned())
        .bind(integer(base))
        .bind(text.to_owned())
        .bind(integer(version));
        if self.change_rows(stored).await? == 1 {
            return Ok(ProgressStored::Stored(version));
        }
        let there = sqlx::query(
            "SELECT coalesce((SELECT version FROM account_progress WHERE account = ?1 AND part = ?2), 0) AS version
             FROM accounts WHERE id = ?1 AND deleted IS NULL",
        );
        let row = self.row(there.bind(bytes(id)).bind(part.as_str().to_owned()));
        account_rows::progress_there(row.await?.as_ref())
    }

    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM account_progress WHERE account = ?1");
        self.change_rows(gone.bind(bytes(id))).await
    }
}
