//! The common sign of life of the nodes in PostgreSQL, one row for all of them; the signs of life of players; and the clock of the server.

use async_trait::async_trait;
use damier_people::live::{Heartbeat, StoreError};
use damier_session::{GameId, Side};

use super::journal::PostgresStore;
use crate::live_rows::{bytes, damaged, integer, journal};
use crate::rows;

#[async_trait]
impl Heartbeat for PostgresStore {
    async fn beat(&self, now_ms: u64) -> Result<(), StoreError> {
        let noted = sqlx::query(
            "INSERT INTO live_pulse AS pulse (one, beat_ms) VALUES (1, $1)
             ON CONFLICT (one) DO UPDATE SET beat_ms = greatest(pulse.beat_ms, excluded.beat_ms)",
        )
        .bind(integer(now_ms));
        let noted = self.connections.change(noted).await;
        noted.map(drop).map_err(journal)
    }

    async fn last_beat_ms(&self) -> Result<Option<u64>, StoreError> {
        let beat = sqlx::query("SELECT beat_ms FROM live_pulse");
        let beat = self.connections.row(beat).await.map_err(journal)?;
        beat.map(|row| rows::number(&row, "beat_ms").map_err(|error| damaged(None, &error)))
            .transpose()
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn sign(&self, game: GameId, sides: &[Side], now_ms: u64) -> Result<(), StoreError> {
        let sides: Vec<&str> = sides.iter().map(|side| side.code()).collect();
        let noted = sqlx::query(
            "INSERT INTO live_signs AS sign (game, side, sign_ms) SELECT $1, unnest($2), $3
             ON CONFLICT (game, side) DO UPDATE SET sign_ms = greatest(sign.sign_ms, excluded.sign_ms)",
        )
        .bind(bytes(game))
        .bind(sides)
        .bind(integer(now_ms));
        let noted = self.connections.change(noted).await;
        noted.map(drop).map_err(journal)
    }

    async fn last_sign_ms(&self, game: GameId, side: Side) -> Result<Option<u64>, StoreError> {
        let sign = sqlx::query("SELECT sign_ms FROM live_signs WHERE game = $1 AND side = $2")
            .bind(bytes(game))
            .bind(side.code());
        let sign = self.connections.row(sign).await.map_err(journal)?;
        sign.map(|row| rows::number(&row, "sign_ms").map_err(|error| damaged(Some(game), &error)))
            .transpose()
    }

    async fn time_ms(&self) -> Result<Option<u64>, StoreError> {
        let time = sqlx::query(
            "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS time_ms",
        );
        let time = self.connections.row(time).await.map_err(journal)?;
        time.map(|row| rows::number(&row, "time_ms").map_err(|error| damaged(None, &error)))
            .transpose()
    }
}
