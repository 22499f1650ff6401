//! To whom challenges are addressed, in memory.

use std::collections::BTreeMap;

use damier_session::{GameId, SeatKey};

use crate::accounts::AccountId;

/// To whom challenges are addressed, and from which seats friends watch.
#[derive(Debug, Default)]
pub(in crate::in_memory) struct AddresseeBook {
    addressed: BTreeMap<GameId, (AccountId, Option<GameId>)>,
    seats: BTreeMap<SeatKey, (AccountId, AccountId)>,
}

impl AddresseeBook {
    /// Notes that an account watches the games of a friend from a seat. Returns whether it does.
    pub(in crate::in_memory) fn seat(
        &mut self,
        key: SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> bool {
        let pair = (watcher, player);
        *self.seats.entry(key).or_insert(pair) == pair
    }

    /// The account that watches from a seat, and whose games.
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

    /// To whom a challenge is addressed, and after which game.
    pub(in crate::in_memory) fn addressee(
        &self,
        challenge: GameId,
    ) -> Option<(AccountId, Option<GameId>)> {
        self.addressed.get(&challenge).copied()
    }

    /// A challenge is closed.
    pub(in crate::in_memory) fn forget_challenge(&mut self, challenge: GameId) {
        self.addressed.remove(&challenge);
    }

    /// An account is deleted.
    pub(in crate::in_memory) fn forget(&mut self, account: AccountId) {
        self.addressed.retain(|_, (to, _)| *to != account);
    }
}
