//! The port to the challenges that wait for somebody. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in memory;
//! the server calls it.
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/journal_contract`):
//! - a challenge is offered once; offering it again changes nothing;
//! - it is found by the key of its invitation and by that of its host, until it is closed or its time is over;
//! - the key of the host becomes that of a seat when the game begins, so whoever waits needs no second secret;
//! - that a challenge is taken up once is the journal's to say, since a game is begun once: a challenge that was left open by a crash begins
//!   no second game;
//! - the time is a parameter.

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::seat::SeatKey;

use crate::accounts::AccountId;
use crate::challenges::challenge::Challenge;
use crate::live::StoreError;

/// A challenge that waits for somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenChallenge {
    /// The id of the game that it becomes.
    pub id: GameId,
    /// What is offered.
    pub challenge: Challenge,
    /// Whose it is: the key of the seat that the host will have.
    pub host: SeatKey,
    /// The account that offers it, where the host plays under one. If it is deleted, so is the challenge.
    pub account: Option<AccountId>,
    /// The key of the invitation: whoever has its secret may take the challenge up.
    pub invitation: SeatKey,
    /// Whether everybody who comes to the lobby may take it up.
    pub is_public: bool,
    /// Until when it waits, in Unix milliseconds.
    pub until_ms: u64,
}

/// What became of a challenge that was offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// It waits now.
    Stored,
    /// It waits already, the same; nothing changed.
    Same,
    /// Another one has this id or one of these keys, or the account that offers it is not there any more; nothing changed.
    Taken,
}

/// The challenges that wait. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Challenges: Send + Sync + 'static {
    /// Offers a game.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; offering it again is safe.
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError>;

    /// The challenge with this key, of its invitation or of its host, unless its time is over.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the challenge cannot be read.
    async fn challenge(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<OpenChallenge>, StoreError>;

    /// The public challenges whose time is not over, in the order of their ids: at most `most` of them, beginning after `after`. Those that this
    /// program cannot read, because a newer one offered them, are left out, and a list may be shorter for it.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError>;

    /// The challenges that an account offers and whose time is not over, in the order of their ids: at most `most` of them, as in
    /// [`Challenges::lobby`].
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn challenges_of(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError>;

    /// Closes a challenge: it was withdrawn or taken up. Answers whether it waited.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn close(&self, id: GameId) -> Result<bool, StoreError>;

    /// Removes challenges whose time was over at this moment, `most` at most. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError>;
}
