//! The port `SeatPushes` of the in-memory store.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::seat::{SeatKey, SeatRole};

use crate::StoreError;
use crate::in_memory::store::InMemoryStore;
use crate::push::{PushEndpoint, PushSubscription, SeatPushes};

#[async_trait]
impl SeatPushes for InMemoryStore {
    async fn store_seat_push(
        &self,
        seat: &SeatKey,
        subscription: &PushSubscription,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let there = kept.seats.get(seat);
        let is_there = there.is_some_and(|(_, role)| matches!(role, SeatRole::Player(_)));
        if is_there {
            kept.seat_pushes.save(seat, subscription, now_ms);
        }
        Ok(is_there)
    }

    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().seat_pushes.remove(seat, endpoint))
    }

    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        Ok(kept.seat_pushes.note(seat, endpoint, is_taken, now_ms))
    }

    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError> {
        let kept = self.kept();
        let wanted = (game, SeatRole::Player(side));
        let is_one = |seat: &SeatKey| kept.seats.get(seat) == Some(&wanted);
        Ok(kept.seat_pushes.of_seats(is_one))
    }

    async fn sweep_seat_pushes(&self, before_ms: u64) -> Result<u64, StoreError> {
        let kept = &mut *self.kept();
        let (seats, games) = (&kept.seats, &kept.games);
        let is_old = |seat: &SeatKey| {
            let game = seats.get(seat).and_then(|(game, _)| games.get(game));
            game.is_some_and(|(game, events)| {
                let last_ms = events.last().map_or(0, |event| event.act.at_ms());
                game.ending.is_some() && last_ms < before_ms
            })
        };
        Ok(kept.seat_pushes.sweep(before_ms, is_old))
    }
}
