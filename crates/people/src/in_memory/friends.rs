//! The port `Addressees` of the in-memory store.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey, SeatRole};

use crate::StoreError;
use crate::accounts::AccountId;
use crate::friends::{AddressedChallenge, Addressees};
use crate::in_memory::store::InMemoryStore;

#[async_trait]
impl Addressees for InMemoryStore {
    async fn address(
        &self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        if !kept.challenges.contains_key(&challenge) || !kept.people.is_living(to) {
            return Ok(false);
        }
        Ok(kept.addressees.address(challenge, to, rematch_of))
    }

    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError> {
        let kept = self.kept();
        let mine = kept.challenges.values().filter_map(|open| {
            let (to, rematch_of) = kept.addressees.addressee(open.id)?;
            (to == account && open.until_ms > now_ms).then(|| AddressedChallenge {
                open: open.clone(),
                rematch_of,
            })
        });
        Ok(mine.take(most as usize).collect())
    }

    async fn addressed(
        &self,
        account: AccountId,
        challenge: GameId,
        now_ms: u64,
    ) -> Result<Option<AddressedChallenge>, StoreError> {
        let kept = self.kept();
        let open = kept.challenges.get(&challenge);
        let open = open.filter(|open| open.until_ms > now_ms);
        Ok(open.and_then(|open| {
            let (to, rematch_of) = kept.addressees.addressee(challenge)?;
            (to == account).then(|| AddressedChallenge {
                open: open.clone(),
                rematch_of,
            })
        }))
    }

    async fn add_friend_seat(
        &self,
        game: GameId,
        key: &SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let is_new = kept.add_seat(game, *key, SeatRole::Watcher);
        // An existing seat of another kind stays unchanged.
        Ok(match is_new {
            Some(true) => kept.addressees.seat(*key, watcher, player),
            Some(false) => {
                kept.addressees.is_friend_seat(key) && kept.addressees.seat(*key, watcher, player)
            }
            None => false,
        })
    }

    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError> {
        Ok(self.kept().addressees.is_friend_seat(key))
    }

    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError> {
        let kept = self.kept();
        let own = kept.challenges.values().filter(|open| {
            open.account == Some(account)
                && open.until_ms > now_ms
                && kept.addressees.addressee(open.id).is_some()
        });
        Ok(own.count() as u32)
    }
}
