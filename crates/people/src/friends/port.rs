//! Stored values of friends, and the port for challenges addressed to one account.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey};

use crate::StoreError;
use crate::accounts::{Account, AccountId};
use crate::challenges::OpenChallenge;
use crate::friends::choices::FriendChoices;
use crate::friends::relationship::Relationship;

/// A relation of an account, as an entry of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedRelationship {
    /// The relation.
    pub relationship: Relationship,
    /// The account on the other side.
    pub other: Account,
    /// That account's choices.
    pub choices: FriendChoices,
}

/// A challenge that only one account may accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressedChallenge {
    /// The challenge.
    pub open: OpenChallenge,
    /// The game of which it is a rematch; `None` for a challenge by a friend.
    pub rematch_of: Option<GameId>,
}

/// Addressees of challenges, and seats from which friends watch. Stored in tables of their own
/// beside challenges and seats, and removed with them.
#[async_trait]
pub trait Addressees: Send + Sync + 'static {
    /// Addresses an open challenge to an account. Returns whether it is addressed to it: not if the
    /// challenge or account does not exist, or it is addressed to another.
    async fn address(
        &self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> Result<bool, StoreError>;

    /// Unexpired challenges addressed to an account, in the order of their ids: at most `most` of
    /// them.
    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError>;

    /// An unexpired challenge addressed to this account.
    async fn addressed(
        &self,
        account: AccountId,
        challenge: GameId,
        now_ms: u64,
    ) -> Result<Option<AddressedChallenge>, StoreError>;

    /// Creates a seat from which an account watches a friend's game. The seat gives access only
    /// while the two are friends and the friend shows presence and lets friends watch. Returns
    /// whether the seat exists; repeating it changes nothing. `false` if there is no such game, or
    /// the key is another seat's.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn add_friend_seat(
        &self,
        game: GameId,
        key: &SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> Result<bool, StoreError>;

    /// Whether a seat is one from which a friend watches, whether it currently gives access or not.
    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError>;

    /// How many open challenges of an account are addressed to others.
    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError>;
}
