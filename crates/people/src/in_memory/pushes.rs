//! The port `Pushes` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::{AccountId, AccountKey, GrantKind};
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
        let there = kept.people.key(session);
        let is_there = there.is_some_and(|(_, grant)| grant.kind == GrantKind::Session);
        if is_there {
            kept.pushes.save(session, subscription);
        }
        Ok(is_there)
    }

    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError> {
        let kept = &mut *self.kept();
        let is_there = kept.people.key(session).is_some();
        Ok(kept.pushes.remove(session, endpoint) && is_there)
    }

    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        Ok(kept.pushes.note(session, endpoint, is_taken, now_ms))
    }

    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError> {
        let kept = &mut *self.kept();
        let people = &kept.people;
        let all = kept
            .pushes
            .of_sessions(|session| people.key(session).is_some());
        let is_own = |session: &AccountKey| {
            people
                .key(session)
                .is_some_and(|(_, grant)| grant.account == account)
        };
        Ok(all
            .into_iter()
            .filter(|(session, _)| is_own(session))
            .collect())
    }
}
