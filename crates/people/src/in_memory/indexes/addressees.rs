//! Addressees of challenges and friends' seats in memory.

use std::collections::BTreeMap;

use damier_session::{GameId, SeatKey};

use crate::accounts::AccountId;

/// Addressees of challenges, and seats from which friends watch.
#[derive(Debug, Default)]
pub(in crate::in_memory) struct AddresseeIndex {
    addressed: BTreeMap<GameId, (AccountId, Option<GameId>)>,
    seats: BTreeMap<SeatKey, (AccountId, AccountId)>,
}

impl AddresseeIndex {
    /// Stores a friend's seat. Returns whether it exists.
    pub(in crate::in_memory) fn seat(
        &mut self,
        key: SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> bool {
        let pair = (watcher, player);
        *self.seats.entry(key).or_insert(pair) == pair
    }

    /// The watching account of a seat, and the account whose games it watches.
    pub(in crate::in_memory) fn friend_seat(
        &self,
        key: &SeatKey,
    ) -> Option<(AccountId, AccountId)> {
        self.seats.get(key).copied()
    }

    pub(in crate::in_memory) fn is_friend_seat(&self, key: &SeatKey) -> bool {
        self.seats.contains_key(key)
    }

    pub(in crate::in_memory) fn address(
        &mut self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> bool {
        let addressed = (to, rematch_of);
        *self.addressed.entry(challenge).or_insert(addressed) == addressed
    }

    /// The account to which a challenge is addressed, and the game of which it is a rematch.
    pub(in crate::in_memory) fn addressee(
        &self,
        challenge: GameId,
    ) -> Option<(AccountId, Option<GameId>)> {
        self.addressed.get(&challenge).copied()
    }

    /// Removes the addressee of a closed challenge.
    pub(in crate::in_memory) fn forget_challenge(&mut self, challenge: GameId) {
        self.addressed.remove(&challenge);
    }

    /// Removes everything of a deleted account.
    pub(in crate::in_memory) fn forget(&mut self, account: AccountId) {
        self.addressed.retain(|_, (to, _)| *to != account);
    }
}
