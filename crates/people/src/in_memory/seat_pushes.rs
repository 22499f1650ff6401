//! The port `SeatPushes` of the in-memory store.

use std::cmp::Reverse;

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::seat::{SeatKey, SeatRole};

use crate::StoreError;
use crate::in_memory::indexes::pushes::{Refusals, StoredDevice};
use crate::in_memory::store::InMemoryStore;
use crate::push::{
    DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE, PushEndpoint, PushSubscription, SeatPushes,
};

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
            let pushes = &mut kept.seat_pushes;
            let own = subscription.endpoint.as_str();
            let others = pushes
                .iter()
                .filter(|((of, it), _)| of == seat && it != own);
            let mut others: Vec<_> = others
                .map(|((_, it), kept)| (Reverse(kept.kept_ms), it.clone()))
                .collect();
            others.sort_unstable();
            for (_, old) in others.into_iter().skip(DEVICES_OF_A_SEAT as usize - 1) {
                pushes.remove(&(*seat, old));
            }
            let new = StoredDevice {
                subscription: subscription.clone(),
                kept_ms: now_ms,
                refusals: Refusals::default(),
            };
            pushes.insert((*seat, own.to_owned()), new);
        }
        Ok(is_there)
    }

    async fn drop_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
    ) -> Result<bool, StoreError> {
        let pushes = &mut self.kept().seat_pushes;
        let at = (*seat, endpoint.as_str().to_owned());
        Ok(pushes.remove(&at).is_some())
    }

    async fn note_seat_push(
        &self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let pushes = &mut self.kept().seat_pushes;
        let at = (*seat, endpoint.as_str().to_owned());
        let Some(kept) = pushes.get_mut(&at) else {
            return Ok(false);
        };
        let is_over = kept.refusals.note(is_taken, now_ms);
        Ok(is_over && pushes.remove(&at).is_some())
    }

    async fn seat_pushes_of(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Vec<(SeatKey, PushSubscription)>, StoreError> {
        let kept = self.kept();
        let wanted = (game, SeatRole::Player(side));
        let all = kept.seat_pushes.iter();
        let of = all.filter(|((seat, _), _)| kept.seats.get(seat) == Some(&wanted));
        let mut found: Vec<_> = of.collect();
        found.sort_unstable_by_key(|(at, kept)| (Reverse(kept.kept_ms), *at));
        let devices = found.into_iter().take(DEVICES_OF_A_SIDE as usize);
        let devices = devices.map(|((seat, _), kept)| (*seat, kept.subscription.clone()));
        Ok(devices.collect())
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
        let before = kept.seat_pushes.len();
        let stays =
            |seat: &SeatKey, device: &StoredDevice| device.kept_ms >= before_ms || !is_old(seat);
        let pushes = &mut kept.seat_pushes;
        pushes.retain(|(seat, _), device| stays(seat, device));
        Ok((before - pushes.len()) as u64)
    }
}
