//! The push subscriptions of the in-memory store.

use std::collections::BTreeMap;

use damier_session::SeatKey;

use crate::accounts::AccountKey;
use crate::push::{LEAST_REFUSALS, PushSubscription, REFUSED_MS};

/// The subscription of each session, with its consecutive rejections.
pub(in crate::in_memory) type PushIndex = BTreeMap<AccountKey, (PushSubscription, Refusals)>;

/// The subscriptions of each seat by address.
pub(in crate::in_memory) type SeatPushIndex = BTreeMap<(SeatKey, String), StoredDevice>;

#[derive(Debug, Clone)]
pub(in crate::in_memory) struct StoredDevice {
    pub(in crate::in_memory) subscription: PushSubscription,
    pub(in crate::in_memory) kept_ms: u64,
    pub(in crate::in_memory) refusals: Refusals,
}

/// The number of consecutive rejected messages, and when the first was rejected.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::in_memory) struct Refusals {
    number: u32,
    since_ms: u64,
}

impl Refusals {
    /// Records the result of a message. Returns whether the subscription has failed for so long
    /// that it is to be removed.
    pub(in crate::in_memory) fn note(&mut self, is_taken: bool, now_ms: u64) -> bool {
        if is_taken {
            *self = Refusals::default();
            return false;
        }
        if self.number == 0 {
            self.since_ms = now_ms;
        }
        self.number = self.number.saturating_add(1);
        self.number >= LEAST_REFUSALS && self.since_ms.saturating_add(REFUSED_MS) <= now_ms
    }
}
