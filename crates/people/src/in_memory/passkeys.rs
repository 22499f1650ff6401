//! The port `Passkeys` of the in-memory store.

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::{
    Account, AccountId, AccountKey, MAX_PASSKEY_CHALLENGES, MAX_PASSKEYS, Passkey, PasskeyAdded,
    PasskeyId, Passkeys,
};
use crate::in_memory::store::InMemoryStore;

#[async_trait]
impl Passkeys for InMemoryStore {
    async fn add_passkey(
        &self,
        new: &Passkey,
        by: &AccountKey,
    ) -> Result<PasskeyAdded, StoreError> {
        let people = &mut self.kept().people;
        let is_here = people
            .keys
            .get(by)
            .is_some_and(|it| it.account == new.account);
        if people.living(new.account).is_none() || !is_here {
            return Ok(PasskeyAdded::NotFound);
        }
        if let Some(there) = people.passkeys.get(&new.id) {
            return Ok(if there == new {
                PasskeyAdded::Stored
            } else {
                PasskeyAdded::Taken
            });
        }
        if people.passkeys_of(new.account).len() >= MAX_PASSKEYS as usize {
            return Ok(PasskeyAdded::TooMany);
        }
        people.passkeys.insert(new.id.clone(), new.clone());
        Ok(PasskeyAdded::Stored)
    }

    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError> {
        let people = &self.kept().people;
        let passkey = people.passkeys.get(id);
        Ok(passkey.and_then(|it| Some((people.account(it.account)?, it.clone()))))
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
        let people = &mut self.kept().people;
        let Some(passkey) = people.passkeys.get_mut(id) else {
            return Ok(false);
        };
        if counter <= passkey.counter && (counter, passkey.counter) != (0, 0) {
            return Ok(false);
        }
        passkey.counter = counter;
        passkey.seen_ms = passkey.seen_ms.max(Some(now_ms));
        Ok(true)
    }

    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let found = people.passkeys.get(id);
        Ok(found.is_some_and(|there| there.account == account)
            && people.passkeys.remove(id).is_some())
    }

    async fn store_passkey_challenge(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let people = &mut self.kept().people;
        people.questions.retain(|_, (_, until)| now_ms < *until);
        people.questions.insert(*question, (to, until_ms));
        let to_all = people.questions.iter().filter(|(_, (to, _))| to.is_none());
        if to_all.clone().count() > MAX_PASSKEY_CHALLENGES
            && let Some((oldest, _)) = to_all.min_by_key(|(key, (_, until))| (*until, **key))
        {
            let oldest = *oldest;
            people.questions.remove(&oldest);
        }
        Ok(())
    }

    async fn consume_passkey_challenge(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let is_meant =
            |(whom, until_ms): &(Option<AccountId>, u64)| *whom == to && now_ms < *until_ms;
        Ok(people.questions.get(question).is_some_and(is_meant)
            && people.questions.remove(question).is_some())
    }
}
