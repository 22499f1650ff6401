//! The heartbeat of the nodes, the last-seen times of connected players, and the clock of the
//! database. They have tables of their own, since they are overwritten every second or every few
//! seconds, and only the latest time counts.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::live::Heartbeat;
use damier_session::{GameId, Side};

use crate::live_rows::{damaged, journal};
use crate::sql::sql;
use crate::store::SqlStore;

/// How much is written to prove that there is room, in bytes: some hundred moves.
const PROBE_BYTES: u32 = 64 * 1_024;

/// How long last-seen times are stored, in milliseconds: longer than any claim timeout.
const LAST_SEEN_KEPT_MS: u64 = 60 * 60 * 1_000;

#[async_trait]
impl Heartbeat for SqlStore {
    async fn record_heartbeat(&self, now_ms: u64) -> Result<(), StoreError> {
        let noted = sql(
            "INSERT INTO live_heartbeat AS heartbeat (id, beat_ms) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET beat_ms = greatest(heartbeat.beat_ms, excluded.beat_ms)",
        )
        .bind(now_ms);
        self.sql.change(noted).await.map(drop)
    }

    async fn probe_disk_space(&self) -> Result<(), StoreError> {
        self.sql.probe(PROBE_BYTES).await.map_err(journal)
    }

    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError> {
        let beat = sql("SELECT beat_ms FROM live_heartbeat");
        let beat = self.sql.row(beat).await?;
        beat.map(|row| row.number("beat_ms").map_err(|error| damaged(None, &error)))
            .transpose()
    }

    fn is_shared(&self) -> bool {
        self.sql.is_shared()
    }

    async fn store_last_seen(
        &self,
        game: GameId,
        sides: &[Side],
        now_ms: u64,
    ) -> Result<(), StoreError> {
        if !self.sql.is_shared() {
            return Ok(());
        }
        let noted = sides.iter().map(|side| {
            sql("INSERT INTO live_presence AS presence (game, side, seen_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (game, side) DO UPDATE SET seen_ms = greatest(presence.seen_ms, excluded.seen_ms)")
            .bind(game)
            .bind(*side)
            .bind(now_ms)
        });
        self.sql.change_all(noted.collect()).await.map(drop)
    }

    async fn last_seen_ms(&self, game: GameId, side: Side) -> Result<Option<u64>, StoreError> {
        let row = sql("SELECT seen_ms FROM live_presence WHERE game = $1 AND side = $2")
            .bind(game)
            .bind(side);
        let row = self.sql.row(row).await?;
        row.map(|row| {
            row.number("seen_ms")
                .map_err(|error| damaged(Some(game), &error))
        })
        .transpose()
    }

    async fn time_ms(&self) -> Result<Option<u64>, StoreError> {
        if !self.sql.is_shared() {
            return Ok(None);
        }
        let time =
            sql("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS time_ms");
        let time = self.sql.row(time).await?;
        time.map(|row| row.number("time_ms").map_err(|error| damaged(None, &error)))
            .transpose()
    }
}

impl SqlStore {
    /// Removes old last-seen times; nodes renew those of connected players every few seconds.
    pub(crate) async fn delete_old_last_seen(&self, now_ms: u64) -> Result<(), StoreError> {
        let signs = sql("DELETE FROM live_presence WHERE seen_ms < $1");
        let signs = signs.bind(now_ms.saturating_sub(LAST_SEEN_KEPT_MS));
        self.sql.change(signs).await.map(drop)
    }
}
