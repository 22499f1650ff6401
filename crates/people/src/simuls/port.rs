//! The port to the simultaneous displays. See the module for its rules.

use async_trait::async_trait;
use damier_session::GameId;

use crate::accounts::{Account, AccountId};
use crate::live::StoreError;
use crate::simuls::board::BoardStanding;
use crate::simuls::id::SimulId;
use crate::simuls::value::Simul;

/// How many days a display is kept after it was changed last, once it is over, called off, or where it never began. Its games are kept as other
/// live games are.
pub const SIMUL_KEPT_DAYS: u64 = 180;

/// A display as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptSimul {
    /// The display.
    pub simul: Simul,
    /// Its version: whoever changes it says which one he has seen.
    pub version: u64,
}

impl KeptSimul {
    /// A display as it was stored, with what the accounts of those who take part are called now. Called by the backends.
    pub fn read(stored: Simul, version: u64, accounts: &[Account]) -> KeptSimul {
        KeptSimul {
            simul: stored.with_accounts(accounts),
            version,
        }
    }
}

/// What became of a display that was to be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// It is there.
    Stored,
    /// There is one with this id.
    Taken,
}

/// The simultaneous displays. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Simuls: Send + Sync + 'static {
    /// Opens a display that nobody has come to.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; opening it again is safe.
    async fn open_simul(&self, simul: &Simul, now_ms: u64) -> Result<Opened, StoreError>;

    /// A display, with what the accounts in it are called now; `None` where there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or it cannot be read.
    async fn simul(&self, id: SimulId) -> Result<Option<KeptSimul>, StoreError>;

    /// Stores a display on top of the version that was seen. Answers whether that is done; not where somebody else has changed it, or it is
    /// gone. Its games are found from then on.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be stored.
    async fn store_simul(&self, simul: &Simul, seen: u64, now_ms: u64) -> Result<bool, StoreError>;

    /// The displays that the house is to look after by this moment, in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn simuls_due(
        &self,
        now_ms: u64,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError>;

    /// Puts off when the house is to look after a display that was seen under this version, until a moment. Answers whether that is done; not where
    /// somebody has changed it, or the house has nothing to look after. Whoever changes it takes that back.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn put_off_simul(
        &self,
        id: SimulId,
        seen: u64,
        until_ms: u64,
    ) -> Result<bool, StoreError>;

    /// How the games of a display stand that have begun, in the order of their ids. One that cannot be read is told as such, with the others.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn simul_standings(&self, id: SimulId) -> Result<Vec<BoardStanding>, StoreError>;

    /// The displays in which an account takes part, or was refused, in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn simuls_of(
        &self,
        account: AccountId,
        after: Option<SimulId>,
        most: u32,
    ) -> Result<Vec<SimulId>, StoreError>;

    /// The display that a game is played in.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn simul_of_game(&self, game: GameId) -> Result<Option<SimulId>, StoreError>;

    /// Removes displays that have been over for [`SIMUL_KEPT_DAYS`] at this moment, or that long without a change where nothing of them is due. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_simuls(&self, now_ms: u64) -> Result<u64, StoreError>;
}
