//! The common sign of life of the nodes in PostgreSQL: one row for all of them.

use async_trait::async_trait;
use damier_club::live::{JournalError, Pulse};

use super::journal::PostgresJournal;
use crate::live_rows::{damaged, integer, journal};
use crate::rows;

#[async_trait]
impl Pulse for PostgresJournal {
    async fn beat(&self, now_ms: u64) -> Result<(), JournalError> {
        let noted = sqlx::query(
            "INSERT INTO live_pulse AS pulse (one, beat_ms) VALUES (1, $1)
             ON CONFLICT (one) DO UPDATE SET beat_ms = greatest(pulse.beat_ms, excluded.beat_ms)",
        )
        .bind(integer(now_ms));
        let noted = self.connections.change(noted).await;
        noted.map(drop).map_err(journal)
    }

    async fn last_beat_ms(&self) -> Result<Option<u64>, JournalError> {
        let beat = sqlx::query("SELECT beat_ms FROM live_pulse");
        let beat = self.connections.row(beat).await.map_err(journal)?;
        beat.map(|row| rows::number(&row, "beat_ms").map_err(|error| damaged(None, &error)))
            .transpose()
    }

    fn is_shared(&self) -> bool {
        true
    }
}
