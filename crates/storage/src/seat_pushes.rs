//! Push subscriptions of seats: the operations of the port as statements. They have a table of
//! their own, since several devices may subscribe for a seat, and a subscription is removed with
//! its seat by a rule of the table.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::push::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, LEAST_REFUSALS, PushEndpoint, PushSubscription,
    REFUSED_MS, SeatPushes,
};
use damier_session::{GameId, SeatKey, SeatRole, Side};

use crate::live_rows::integer;
use crate::push_rows;
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl SeatPushes for SqlStore {
    async fn store_seat_push(
        &self,
        seat: &SeatKey,
        subscription: &PushSubscription,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        // Two concurrent devices may leave the seat with one more than the maximum, until the next
        // one.
        let old = sql(
            "DELETE FROM seat_push_subscriptions WHERE seat = $1 AND endpoint <> $2 AND endpoint NOT IN (
                 SELECT endpoint FROM seat_push_subscriptions WHERE seat = $1 AND endpoint <> $2
                 ORDER BY stored_ms DESC, endpoint COLLATE \"C\" LIMIT $3)",
        );
        let old = old.bind(seat).bind(subscription.endpoint.as_str());
        let old = old.bind(DEVICES_OF_A_SEAT - 1);
        let kept = sql(
            "INSERT INTO seat_push_subscriptions (seat, endpoint, public_key, auth, language, stored_ms)
             SELECT key, $2, $3, $4, $5, $6 FROM live_seats WHERE key = $1 AND role IN ('white', 'black')
             ON CONFLICT (seat, endpoint) DO UPDATE SET public_key = excluded.public_key, auth = excluded.auth,
                 language = excluded.language, stored_ms = excluded.stored_ms, refused_ms = NULL, refusals = 0",
        )
        .bind(seat)
        .bind(subscription.endpoint.as_str())
        .bind(&subscription.keys.public[..])
        .bind(&subscription.keys.auth[..])
        .bind(subscription.language.code())
        .bind(now_ms)
        .required();
        let kept = self.sql.change_all(vec![old, kept]).await?;
        Ok(kept.is_done())
    }

    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError> {
        let gone = sql("DELETE FROM seat_push_subscriptions WHERE seat = $1 AND endpoint = $2")
            .bind(seat)
            .bind(endpoint.as_str());
        Ok(self.sql.change(gone).await? > 0)
    }

    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let of = |statement| {
            let seat = sql(statement).bind(seat);
            seat.bind(endpoint.as_str())
        };
        if is_taken {
            let taken = of(
                "UPDATE seat_push_subscriptions SET refused_ms = NULL, refusals = 0
                 WHERE seat = $1 AND endpoint = $2 AND refusals > 0",
            );
            self.sql.change(taken).await?;
            return Ok(false);
        }
        let noted = of(
            "UPDATE seat_push_subscriptions SET refused_ms = coalesce(refused_ms, $3), refusals = refusals + 1
             WHERE seat = $1 AND endpoint = $2",
        );
        self.sql.change(noted.bind(now_ms)).await?;
        let over = of("DELETE FROM seat_push_subscriptions
             WHERE seat = $1 AND endpoint = $2 AND refused_ms <= $3 AND refusals >= $4");
        let long_ago = integer(now_ms).saturating_sub_unsigned(REFUSED_MS);
        let over = over.bind(long_ago).bind(LEAST_REFUSALS);
        Ok(self.sql.change(over).await? > 0)
    }

    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError> {
        let found = sql("SELECT seat, endpoint, public_key, auth, language
             FROM seat_push_subscriptions JOIN live_seats ON live_seats.key = seat
             WHERE live_seats.game = $1 AND live_seats.role = $2
             ORDER BY stored_ms DESC, seat, endpoint COLLATE \"C\" LIMIT $3");
        let found = found
            .bind(game)
            .bind(SeatRole::Player(side).code())
            .bind(DEVICES_OF_A_SIDE);
        let rows = self.sql.rows(found).await?;
        rows.iter().map(push_rows::seat_push).collect()
    }

    async fn sweep_seat_pushes(&self, before_ms: u64) -> Result<u64, StoreError> {
        let old = sql(
            "DELETE FROM seat_push_subscriptions WHERE stored_ms < $1 AND EXISTS (
                 SELECT 1 FROM live_seats JOIN live_games ON live_games.id = live_seats.game
                 WHERE live_seats.key = seat_push_subscriptions.seat AND live_games.reason IS NOT NULL AND coalesce(
                     (SELECT CAST(act::jsonb ->> 'at_ms' AS BIGINT) FROM live_events
                      WHERE live_events.game = live_games.id ORDER BY number DESC LIMIT 1), 0) < $1)",
        );
        self.sql.change(old.bind(before_ms)).await
    }
}
