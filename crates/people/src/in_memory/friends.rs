//! The friends of a journal in memory: the operations of their port, with the lock of the journal.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey, SeatRole};

use crate::accounts::AccountId;
use crate::friends::{AddressedChallenge, Bond, FriendChoices, Friends, KeptBond};
use crate::in_memory::store::InMemoryStore;
use crate::live::StoreError;

#[async_trait]
impl Friends for InMemoryStore {
    async fn bond(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<Option<(Bond, u64)>, StoreError> {
        Ok(self.kept().friends.bond(one, other))
    }

    async fn store_bond(&self, bond: &Bond, seen: u64, now_ms: u64) -> Result<bool, StoreError> {
        let kept = &mut *self.kept();
        let people = &kept.people;
        let is_living = |id| people.is_living(id);
        Ok(kept.friends.store(bond, seen, now_ms, is_living))
    }

    async fn bonds_of(&self, account: AccountId) -> Result<Vec<KeptBond>, StoreError> {
        let kept = self.kept();
        let kept_bond = |bond: Bond| {
            let other = kept.people.account(bond.other(account))?;
            Some(KeptBond {
                bond,
                choices: kept.friends.choices(other.id),
                other,
            })
        };
        let mut bonds: Vec<KeptBond> = kept
            .friends
            .bonds_of(account)
            .filter_map(kept_bond)
            .collect();
        bonds.sort_by(|one, other| {
            let folded = |it: &KeptBond| kept.people.folded(it.other.id);
            folded(one).cmp(&folded(other))
        });
        Ok(bonds)
    }

    async fn kept_apart(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let kept = self.kept();
        let apart = kept.friends.bonds_of(account).filter(Bond::is_blocked);
        Ok(apart.map(|bond| bond.other(account)).collect())
    }

    async fn friend_choices(&self, account: AccountId) -> Result<FriendChoices, StoreError> {
        Ok(self.kept().friends.choices(account))
    }

    async fn choose(&self, account: AccountId, choices: FriendChoices) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let is_living = kept.people.is_living(account);
        if is_living {
            kept.friends.choose(account, choices);
        }
        Ok(is_living)
    }

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
        Ok(kept.friends.address(challenge, to, rematch_of))
    }

    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError> {
        let kept = self.kept();
        let mine = kept.challenges.values().filter_map(|open| {
            let (to, rematch_of) = kept.friends.addressee(open.id)?;
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
            let (to, rematch_of) = kept.friends.addressee(challenge)?;
            (to == account).then(|| AddressedChallenge {
                open: open.clone(),
                rematch_of,
            })
        }))
    }

    async fn sweep_bonds(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().friends.sweep(now_ms))
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
        // A seat that is there for another reason stays what it is.
        Ok(match is_new {
            Some(true) => kept.friends.seat(*key, watcher, player),
            Some(false) => {
                kept.friends.is_friend_seat(key) && kept.friends.seat(*key, watcher, player)
            }
            None => false,
        })
    }

    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError> {
        Ok(self.kept().friends.is_friend_seat(key))
    }

    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError> {
        let kept = self.kept();
        let own = kept.challenges.values().filter(|open| {
            open.account == Some(account)
                && open.until_ms > now_ms
                && kept.friends.addressee(open.id).is_some()
        });
        Ok(own.count() as u32)
    }
}
