//! The port `Pushes` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::{AccountId, AccountKey, GrantKind};
use crate::in_memory::indexes::pushes::Refusals;
use crate::in_memory::store::InMemoryStore;
use crate::push::{PushEndpoint, PushSubscription, Pushes};

#[async_trait]
impl Pushes for InMemoryStore {
    async fn store_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let there = kept.people.keys.get(session);
        let is_there = there.is_some_and(|grant| grant.kind == GrantKind::Session);
        if is_there {
            let pushes = &mut kept.pushes;
            pushes.retain(|_, (there, _)| there.endpoint != subscription.endpoint);
            let new = (subscription.clone(), Refusals::default());
            pushes.insert(*session, new);
        }
        Ok(is_there)
    }

    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError> {
        let kept = &mut *self.kept();
        let there = kept.pushes.get(session);
        let is_it = there.is_some_and(|(it, _)| endpoint.is_none_or(|other| it.endpoint == *other));
        let is_dropped = is_it && kept.pushes.remove(session).is_some();
        Ok(is_dropped && kept.people.keys.contains_key(session))
    }

    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let pushes = &mut self.kept().pushes;
        let there = pushes.get_mut(session);
        let Some((_, refusals)) = there.filter(|(it, _)| it.endpoint == *endpoint) else {
            return Ok(false);
        };
        let is_over = refusals.note(is_taken, now_ms);
        Ok(is_over && pushes.remove(session).is_some())
    }

    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError> {
        let kept = &mut *self.kept();
        let keys = &kept.people.keys;
        kept.pushes.retain(|session, _| keys.contains_key(session));
        let is_own = |session| keys.get(session).is_some_and(|it| it.account == account);
        let own = kept.pushes.iter().filter(|(session, _)| is_own(*session));
        Ok(own
            .map(|(session, (it, _))| (*session, it.clone()))
            .collect())
    }
}
