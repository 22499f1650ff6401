//! Port for open challenges. `damier-storage` implements it with a database,
//! [`crate::in_memory::InMemoryStore`] in memory; the server calls it.
//!
//! Rules of the port, the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/journal_contract`):
//! - offering the same challenge twice changes nothing;
//! - it is found by the key of its invitation and by the host's key, until it is closed or expires;
//! - the host's key becomes the key of the host's seat when the game begins, so a waiting host
//!   needs no second secret;
//! - the journal ensures that a challenge is accepted once, since a game id is begun once: a
//!   challenge left open by a crash begins no second game;

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::seat::SeatKey;

use crate::StoreError;
use crate::accounts::AccountId;
use crate::challenges::challenge::Challenge;

/// An open challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenChallenge {
    /// The id of the game that it becomes.
    pub id: GameId,
    /// The offered game.
    pub challenge: Challenge,
    /// The host's key, which becomes the key of the host's seat.
    pub host: SeatKey,
    /// The host's account, if any. Deleting the account deletes the challenge.
    pub account: Option<AccountId>,
    /// The key of the invitation, whose secret lets a guest accept the challenge.
    pub invitation: SeatKey,
    /// Whether it is listed in the lobby, where every user can accept it.
    pub is_public: bool,
    /// When it expires, in Unix milliseconds.
    pub until_ms: u64,
}

/// The outcome of offering a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// It is stored.
    Stored,
    /// The same challenge was stored before; nothing changed.
    Same,
    /// Another challenge has this id or one of these keys, or the host's account has been deleted;
    /// nothing changed.
    Taken,
}

/// Open challenges. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Challenges: Send + Sync + 'static {
    /// Stores an open challenge.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn offer(&self, open: &OpenChallenge) -> Result<Offered, StoreError>;

    /// The unexpired challenge with this key, of its invitation or of its host.
    async fn challenge(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<OpenChallenge>, StoreError>;

    /// Unexpired public challenges in the order of their ids: at most `most` of them, starting
    /// after `after`. Challenges that this version cannot read, written by a newer one, are left
    /// out, so a page may be shorter.
    async fn lobby(
        &self,
        now_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError>;

    /// Unexpired challenges of an account in the order of their ids: at most `most` of them, as in
    /// [`Challenges::lobby`].
    async fn challenges_of(
        &self,
        account: AccountId,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<OpenChallenge>, StoreError>;

    /// Closes a challenge that was withdrawn or accepted. Returns whether it was open.
    async fn close(&self, id: GameId) -> Result<bool, StoreError>;

    /// Removes expired challenges, at most `most` of them. Returns their number.
    async fn sweep(&self, now_ms: u64, most: u32) -> Result<u64, StoreError>;
}
