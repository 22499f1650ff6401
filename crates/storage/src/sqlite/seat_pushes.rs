//! Where the devices at seats may be called, in SQLite: the operations of the port as queries. That a subscription goes with its seat is a rule of the table.

use async_trait::async_trait;
use damier_people::live::StoreError;
use damier_people::push::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, LEAST_REFUSALS, PushEndpoint, PushSubscription,
    REFUSED_MS, SeatPushes,
};
use damier_session::{GameId, SeatKey, SeatRole, Side};

use super::journal::SqliteStore;
use super::run::run;
use crate::friend_rows;
use crate::gathering_rows::key;
use crate::live_rows::{bytes, integer};

#[async_trait]
impl SeatPushes for SqliteStore {
    async fn keep_seat_push(
        &self,
        seat: &SeatKey,
        subscription: &PushSubscription,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let old = sqlx::query(
            "DELETE FROM seat_pushes WHERE seat = ?1 AND endpoint <> ?2 AND endpoint NOT IN (
                 SELECT endpoint FROM seat_pushes WHERE seat = ?1 AND endpoint <> ?2
                 ORDER BY kept_ms DESC, endpoint LIMIT ?3)",
        )
        .bind(key(seat))
        .bind(subscription.endpoint.as_str().to_owned())
        .bind(DEVICES_OF_A_SEAT - 1);
        let kept = sqlx::query(
            "INSERT INTO seat_pushes (seat, endpoint, public, auth, language, kept_ms)
             SELECT key, ?2, ?3, ?4, ?5, ?6 FROM live_seats WHERE key = ?1 AND role IN ('white', 'black')
             ON CONFLICT (seat, endpoint) DO UPDATE SET public = excluded.public, auth = excluded.auth,
                 language = excluded.language, kept_ms = excluded.kept_ms, refused_ms = NULL, refusals = 0",
        )
        .bind(key(seat))
        .bind(subscription.endpoint.as_str().to_owned())
        .bind(subscription.keys.public.to_vec())
        .bind(subscription.keys.auth.to_vec())
        .bind(subscription.language.code())
        .bind(integer(now_ms));
        self.change(async |tx| {
            run(tx, old).await?;
            Ok(run(tx, kept).await? > 0)
        })
        .await
    }

    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM seat_pushes WHERE seat = ?1 AND endpoint = ?2")
            .bind(key(seat))
            .bind(endpoint.as_str().to_owned());
        Ok(self.change_rows(gone).await? > 0)
    }

    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let of = |statement| {
            let seat = sqlx::query(statement).bind(key(seat));
            seat.bind(endpoint.as_str().to_owned())
        };
        if is_taken {
            // Most were not refused before, and then nothing is written.
            let refused = of(
                "SELECT seat FROM seat_pushes WHERE seat = ?1 AND endpoint = ?2 AND refusals > 0",
            );
            if self.row(refused).await?.is_some() {
                let taken = of(
                    "UPDATE seat_pushes SET refused_ms = NULL, refusals = 0 WHERE seat = ?1 AND endpoint = ?2",
                );
                self.change_rows(taken).await?;
            }
            return Ok(false);
        }
        let noted = of(
            "UPDATE seat_pushes SET refused_ms = coalesce(refused_ms, ?3), refusals = refusals + 1
             WHERE seat = ?1 AND endpoint = ?2",
        );
        let over = of("DELETE FROM seat_pushes
             WHERE seat = ?1 AND endpoint = ?2 AND refused_ms <= ?3 AND refusals >= ?4");
        self.change(async |tx| {
            run(tx, noted.bind(integer(now_ms))).await?;
            let long_ago = integer(now_ms).saturating_sub_unsigned(REFUSED_MS);
            Ok(run(tx, over.bind(long_ago).bind(LEAST_REFUSALS)).await? > 0)
        })
        .await
    }

    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError> {
        let found = sqlx::query(
            "SELECT seat, endpoint, public, auth, language
             FROM seat_pushes JOIN live_seats ON live_seats.key = seat
             WHERE live_seats.game = ?1 AND live_seats.role = ?2
             ORDER BY kept_ms DESC, seat, endpoint LIMIT ?3",
        );
        let found = found
            .bind(bytes(game))
            .bind(SeatRole::Player(side).code())
            .bind(DEVICES_OF_A_SIDE);
        let rows = self.rows(found).await?;
        rows.iter().map(friend_rows::seat_push).collect()
    }

    async fn sweep_seat_pushes(&self, before_ms: u64) -> Result<u64, StoreError> {
        let old = sqlx::query(
            "DELETE FROM seat_pushes WHERE kept_ms < ?1 AND EXISTS (
                 SELECT 1 FROM live_seats JOIN live_games ON live_games.id = live_seats.game
                 WHERE live_seats.key = seat_pushes.seat AND live_games.reason IS NOT NULL AND coalesce(
                     (SELECT json_extract(act, '$.at_ms') FROM live_events
                      WHERE live_events.game = live_games.id ORDER BY number DESC LIMIT 1), 0) < ?1)",
        );
        self.change_rows(old.bind(integer(before_ms))).await
    }
}
