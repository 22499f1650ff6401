//! The port `Passkeys` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::{Account, AccountId, AccountKey, Passkey, PasskeyAdded, PasskeyId, Passkeys};
use crate::in_memory::store::InMemoryStore;

#[async_trait]
impl Passkeys for InMemoryStore {
    async fn add_passkey(
        &self,
        new: &Passkey,
        by: &AccountKey,
    ) -> Result<PasskeyAdded, StoreError> {
        Ok(self.kept().people.add_passkey(new, by))
    }

    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError> {
        Ok(self.kept().people.passkey(id))
    }

    async fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
        Ok(self.kept().people.passkeys_of(account))
    }

    async fn use_passkey(
        &self,
        id: &PasskeyId,
        counter: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().people.use_passkey(id, counter, now_ms))
    }

    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError> {
        Ok(self.kept().people.remove_passkey(account, id))
    }

    async fn store_passkey_challenge(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept();
        kept.people
            .store_passkey_challenge(question, to, until_ms, now_ms);
        Ok(())
    }

    async fn consume_passkey_challenge(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self
            .kept()
            .people
            .consume_passkey_challenge(question, to, now_ms))
    }
}
