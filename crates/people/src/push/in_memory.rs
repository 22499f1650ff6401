//! Push subscriptions in memory. The caller passes in which sessions exist.

use std::collections::BTreeMap;

use crate::accounts::AccountKey;
use crate::push::endpoint::PushEndpoint;
use crate::push::port::{LEAST_REFUSALS, PushSubscription, REFUSED_MS};

/// The subscription of each session, with its consecutive rejections.
#[derive(Debug, Default)]
pub(crate) struct PushTable(BTreeMap<AccountKey, (PushSubscription, Refusals)>);

/// The number of consecutive rejected messages, and when the first was rejected.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Refusals {
    number: u32,
    since_ms: u64,
}

impl Refusals {
    /// Records the result of a message. Returns whether the subscription has failed for so long
    /// that it is to be removed.
    pub(super) fn note(&mut self, is_taken: bool, now_ms: u64) -> bool {
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

impl PushTable {
    pub(crate) fn save(&mut self, session: &AccountKey, subscription: &PushSubscription) {
        self.0
            .retain(|_, (there, _)| there.endpoint != subscription.endpoint);
        let kept = (subscription.clone(), Refusals::default());
        self.0.insert(*session, kept);
    }

    pub(crate) fn remove(&mut self, session: &AccountKey, endpoint: Option<&PushEndpoint>) -> bool {
        let there = self.0.get(session);
        let is_it =
            there.is_some_and(|(it, _)| endpoint.is_none_or(|endpoint| it.endpoint == *endpoint));
        is_it && self.0.remove(session).is_some()
    }

    pub(crate) fn note(
        &mut self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> bool {
        let there = self.0.get_mut(session);
        let Some((_, refusals)) = there.filter(|(it, _)| it.endpoint == *endpoint) else {
            return false;
        };
        let is_over = refusals.note(is_taken, now_ms);
        is_over && self.0.remove(session).is_some()
    }

    /// The subscriptions of existing sessions; those of others are removed.
    pub(crate) fn of_sessions(
        &mut self,
        is_there: impl Fn(&AccountKey) -> bool,
    ) -> Vec<(AccountKey, PushSubscription)> {
        self.0.retain(|session, _| is_there(session));
        let all = self.0.iter();
        all.map(|(session, (it, _))| (*session, it.clone()))
            .collect()
    }
}
