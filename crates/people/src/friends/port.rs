//! What is stored of friends, and the port to challenges that are addressed to one account.

use async_trait::async_trait;
use damier_session::{GameId, SeatKey};

use crate::accounts::{Account, AccountId};
use crate::challenges::OpenChallenge;
use crate::friends::bond::Bond;
use crate::friends::choices::FriendChoices;
use crate::live::StoreError;

/// A bond of an account, as a list of them has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptBond {
    /// The bond.
    pub bond: Bond,
    /// The account on the other side.
    pub other: Account,
    /// What that account has chosen.
    pub choices: FriendChoices,
}

/// A challenge that one account may take up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressedChallenge {
    /// The challenge.
    pub open: OpenChallenge,
    /// The game after which its two players are to play once more; `None` where a friend challenges.
    pub rematch_of: Option<GameId>,
}

/// Whom challenges are addressed to, and from which seats friends watch. They have tables of their own beside those of the challenges and of the seats, with
/// which they go.
#[async_trait]
pub trait Addressees: Send + Sync + 'static {
    /// Addresses a challenge that waits to an account. Answers whether it is addressed to that one now: not where there is no such challenge
    /// or account, or where it was addressed to another.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn address(
        &self,
        challenge: GameId,
        to: AccountId,
        rematch_of: Option<GameId>,
    ) -> Result<bool, StoreError>;

    /// The challenges that are addressed to an account and whose time is not over, in the order of their ids: at most `most` of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a challenge cannot be read.
    async fn addressed_to(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<AddressedChallenge>, StoreError>;

    /// A challenge, where it is addressed to this account and its time is not over.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the challenge cannot be read.
    async fn addressed(
        &self,
        account: AccountId,
        challenge: GameId,
        now_ms: u64,
    ) -> Result<Option<AddressedChallenge>, StoreError>;

    /// Makes a seat from which an account looks on at what a friend plays. The seat leads to the game only while the two are friends and the friend
    /// shows that he is here and lets friends look on. Answers whether there is such a seat; making it again changes nothing. Not where there
    /// is no such game, or the key is that of another seat.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; making it again is safe.
    async fn add_friend_seat(
        &self,
        game: GameId,
        key: &SeatKey,
        watcher: AccountId,
        player: AccountId,
    ) -> Result<bool, StoreError>;

    /// Whether a seat is one from which a friend looks on, whether it leads anywhere now or not.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn is_friend_seat(&self, key: &SeatKey) -> Result<bool, StoreError>;

    /// How many challenges of an account, addressed to somebody, wait.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn addressed_by(&self, account: AccountId, now_ms: u64) -> Result<u32, StoreError>;
}
