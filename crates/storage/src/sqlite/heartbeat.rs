//! The sign of life of the server in SQLite: one row. One server at a time has the file, so every start of it follows an outage.

use async_trait::async_trait;
use damier_people::live::{Heartbeat, StoreError};

use super::journal::SqliteStore;
use crate::error::failed;
use crate::live_rows::{integer, journal};

#[async_trait]
impl Heartbeat for SqliteStore {
    async fn beat(&self, now_ms: u64) -> Result<(), StoreError> {
        let mut turn = self.connections().turn().await.map_err(journal)?;
        let noted = sqlx::query(
            "INSERT INTO live_pulse (only, beat_ms) VALUES (1, ?1)
             ON CONFLICT (only) DO UPDATE SET beat_ms = max(beat_ms, excluded.beat_ms)",
        )
        .bind(integer(now_ms))
        .execute(&mut *turn)
        .await;
        turn.done(noted.map(|_| ()).map_err(failed))
            .map_err(journal)
    }

    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError> {
        let beat: Option<i64> = sqlx::query_scalar("SELECT beat_ms FROM live_pulse")
            .fetch_optional(&self.connections().readers)
            .await
            .map_err(|error| journal(failed(error)))?;
        Ok(beat.map(i64::unsigned_abs)) // the table holds no negative time
    }

    fn is_shared(&self) -> bool {
        false
    }
}
