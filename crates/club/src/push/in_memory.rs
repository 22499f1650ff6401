//! Subscriptions in memory, as the journal in memory keeps them. Which sessions there are is handed over.

use std::collections::BTreeMap;

use super::endpoint::PushEndpoint;
use super::port::PushSubscription;
use crate::account::AccountKey;

/// The subscription of each session.
#[derive(Debug, Default)]
pub(crate) struct PushBook(BTreeMap<AccountKey, PushSubscription>);

impl PushBook {
    pub(crate) fn keep(&mut self, session: &AccountKey, subscription: &PushSubscription) {
        self.0.insert(*session, subscription.clone());
    }

    pub(crate) fn remove(&mut self, session: &AccountKey, endpoint: Option<&PushEndpoint>) -> bool {
        let there = self.0.get(session);
        let is_it =
            there.is_some_and(|it| endpoint.is_none_or(|endpoint| it.endpoint == *endpoint));
        is_it && self.0.remove(session).is_some()
    }

    /// The subscriptions of the sessions that there are; those of others are forgotten.
    pub(crate) fn of_sessions(
        &mut self,
        is_there: impl Fn(&AccountKey) -> bool,
    ) -> Vec<(AccountKey, PushSubscription)> {
        self.0.retain(|session, _| is_there(session));
        let all = self.0.iter();
        all.map(|(session, it)| (*session, it.clone())).collect()
    }
}
