//! Push subscriptions of seats in memory. The caller passes in which seats exist.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use damier_session::SeatKey;

use crate::push::endpoint::PushEndpoint;
use crate::push::in_memory::Refusals;
use crate::push::port::PushSubscription;
use crate::push::seats::{DEVICES_OF_A_SEAT, DEVICES_OF_A_SIDE};

/// The subscriptions of each seat by address, with the time of storing and consecutive rejections.
#[derive(Debug, Default)]
pub(crate) struct SeatPushTable(BTreeMap<(SeatKey, String), StoredDevice>);

#[derive(Debug, Clone)]
struct StoredDevice {
    subscription: PushSubscription,
    kept_ms: u64,
    refusals: Refusals,
}

impl SeatPushTable {
    pub(crate) fn save(&mut self, seat: &SeatKey, subscription: &PushSubscription, now_ms: u64) {
        let own = subscription.endpoint.as_str();
        let others = self
            .0
            .iter()
            .filter(|((of, it), _)| of == seat && it != own);
        let mut others: Vec<_> = others
            .map(|((_, it), kept)| (Reverse(kept.kept_ms), it.clone()))
            .collect();
        others.sort_unstable();
        for (_, old) in others.into_iter().skip(DEVICES_OF_A_SEAT as usize - 1) {
            self.0.remove(&(*seat, old));
        }
        let kept = StoredDevice {
            subscription: subscription.clone(),
            kept_ms: now_ms,
            refusals: Refusals::default(),
        };
        self.0.insert((*seat, own.to_owned()), kept);
    }

    pub(crate) fn remove(&mut self, seat: &SeatKey, endpoint: &PushEndpoint) -> bool {
        let at = (*seat, endpoint.as_str().to_owned());
        self.0.remove(&at).is_some()
    }

    pub(crate) fn note(
        &mut self,
        seat: &SeatKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> bool {
        let at = (*seat, endpoint.as_str().to_owned());
        let Some(kept) = self.0.get_mut(&at) else {
            return false;
        };
        let is_over = kept.refusals.note(is_taken, now_ms);
        is_over && self.0.remove(&at).is_some()
    }

    /// The subscriptions of some seats, most recent first.
    pub(crate) fn of_seats(
        &self,
        is_one: impl Fn(&SeatKey) -> bool,
    ) -> Vec<(SeatKey, PushSubscription)> {
        let of = self.0.iter().filter(|((seat, _), _)| is_one(seat));
        let mut found: Vec<_> = of
            .map(|(at, kept)| (Reverse(kept.kept_ms), at, kept))
            .collect();
        found.sort_unstable_by_key(|(kept_ms, at, _)| (*kept_ms, *at));
        let devices = found.into_iter().take(DEVICES_OF_A_SIDE as usize);
        devices
            .map(|(_, (seat, _), kept)| (*seat, kept.subscription.clone()))
            .collect()
    }

    /// Removes those stored before this time whose seat matches. Returns their number.
    pub(crate) fn sweep(&mut self, before_ms: u64, is_old: impl Fn(&SeatKey) -> bool) -> u64 {
        let before = self.0.len();
        self.0
            .retain(|(seat, _), kept| kept.kept_ms >= before_ms || !is_old(seat));
        (before - self.0.len()) as u64
    }

    /// Removes those of seats that do not exist.
    pub(crate) fn retain(&mut self, is_there: impl Fn(&SeatKey) -> bool) {
        self.0.retain(|(seat, _), _| is_there(seat));
    }
}
