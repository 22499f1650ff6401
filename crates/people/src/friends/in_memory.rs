//! Friends in memory, as the journal in memory keeps them: the slow, obvious twin of those in databases. Who has an account, and which
//! challenges wait, is handed over.

use std::collections::BTreeMap;

use damier_session::{GameId, SeatKey};

use crate::accounts::AccountId;
use crate::friends::bond::Bond;
use crate::friends::choices::FriendChoices;
use crate::friends::port::next_bond_version;

/// The bonds with their versions, what accounts have chosen, and to whom challenges are addressed.
#[derive(Debug, Default)]
pub(crate) struct FriendBook {
    bonds: BTreeMap<(AccountId, AccountId), (Bond, u64)>,
    choices: BTreeMap<AccountId, FriendChoices>,
    addressed: BTreeMap<GameId, (AccountId, Option<GameId>)>,
    /// The seats of friends who look on: who, and at whose game.
    seats: BTreeMap<SeatKey, (AccountId, AccountId)>,
}

fn key(bond: &Bond) -> (AccountId, AccountId) {
    let [one, other] = bond.sides();
    (one.0, other.0)
}

impl FriendBook {
    pub(crate) fn bond(&self, one: AccountId, other: AccountId) -> Option<(Bond, u64)> {
        let strangers = Bond::strangers(one, other).ok()?;
        let kept = self.bonds.get(&key(&strangers)).copied();
        Some(kept.unwrap_or((strangers, 0)))
    }

    pub(crate) fn store(
        &mut self,
        bond: &Bond,
        seen: u64,
        now_ms: u64,
        is_living: impl Fn(AccountId) -> bool,
    ) -> bool {
        let key = key(bond);
        let version = self.bonds.get(&key).map_or(0, |(_, version)| *version);
        if version != seen || !is_living(key.0) || !is_living(key.1) {
            return false;
        }
        if bond.is_nothing() {
            self.bonds.remove(&key);
        } else {
            let version = next_bond_version(seen, now_ms);
            self.bonds.insert(key, (*bond, version));
        }
        true
    }

    /// Removes the bonds that time has left nothing of.
    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        let before = self.bonds.len();
        self.bonds.retain(|_, (bond, _)| {
            let mut bond = *bond;
            bond.pass_time(now_ms);
            !bond.is_nothing()
        });
        (before - self.bonds.len()) as u64
    }

    /// Notes that an account looks on from a seat at the game of a friend. Answers whether it does.
    pub(crate) fn seat(&mut self, key: SeatKey, watcher: AccountId, player: AccountId) -> bool {
        let pair = (watcher, player);
        *self.seats.entry(key).or_insert(pair) == pair
    }

    pub(crate) fn is_friend_seat(&self, key: &SeatKey) -> bool {
        self.seats.contains_key(key)
    }

    /// Whether a seat leads to its game: that of a friend does while they are friends, and the friend lets friends look on.
    pub(crate) fn lets_in(&self, key: &SeatKey) -> bool {
        let Some((watcher, player)) = self.seats.get(key) else {
            return true;
        };
        let choices = self.choices(*player);
        let bond = self.bond(*watcher, *player);
        bond.is_some_and(|(bond, _)| bond.are_friends()) && choices.shows_here && choices.lets_watch
    }

    pub(crate) fn bonds_of(&self, account: AccountId) -> impl Iterator<Item = Bond> {
        let all = self.bonds.iter();
        let own = all.filter(move |((one, other), _)| *one == account || *other == account);
        own.map(|(_, (bond, _))| *bond)
    }

    pub(crate) fn choices(&self, account: AccountId) -> FriendChoices {
        self.choices.get(&account).copied().unwrap_or_default()
    }

    pub(crate) fn choose(&mut self, account: AccountId, choices: FriendChoices) {
        self.choices.insert(account, choices);
    }

    pub(crate) fn address(
        &mut self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> bool {
        let addressed = (to, rematch_of);
        *self.addressed.entry(challenge).or_insert(addressed) == addressed
    }

    /// To whom a challenge is addressed, and after which game.
    pub(crate) fn addressee(&self, challenge: GameId) -> Option<(AccountId, Option<GameId>)> {
        self.addressed.get(&challenge).copied()
    }

    /// A challenge does not wait any more.
    pub(crate) fn forget_challenge(&mut self, challenge: GameId) {
        self.addressed.remove(&challenge);
    }

    /// An account is gone.
    pub(crate) fn forget(&mut self, account: AccountId) {
        self.bonds
            .retain(|(one, other), _| *one != account && *other != account);
        self.choices.remove(&account);
        self.addressed.retain(|_, (to, _)| *to != account);
    }
}
