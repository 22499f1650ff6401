//! The port to friends, and to the challenges that are addressed to one account. See the module for its rules.

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

/// Friends, and challenges between them. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Friends: Send + Sync + 'static {
    /// What two accounts are to each other, and under which version that is stored: 0 where nothing is. `None` where both are one account.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the bond cannot be read.
    async fn bond(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<Option<(Bond, u64)>, StoreError>;

    /// Stores a bond on top of the version that was seen. One of strangers is removed. Answers whether that is done: not where somebody else
    /// was faster, or one of the accounts is gone.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be stored.
    async fn store_bond(&self, bond: &Bond, seen: u64, now_ms: u64) -> Result<bool, StoreError>;

    /// All bonds of an account, in the order of the names on the other side.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a bond cannot be read.
    async fn bonds_of(&self, account: AccountId) -> Result<Vec<KeptBond>, StoreError>;

    /// The accounts that this one keeps away, and those that keep it away.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn kept_apart(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError>;

    /// What an account has chosen.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn friend_choices(&self, account: AccountId) -> Result<FriendChoices, StoreError>;

    /// Stores what an account has chosen. Answers whether there is such an account.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn choose(&self, account: AccountId, choices: FriendChoices) -> Result<bool, StoreError>;

    /// Removes the bonds in which there is nothing but requests, and answers to them, that are too old to count. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_bonds(&self, now_ms: u64) -> Result<u64, StoreError>;
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
