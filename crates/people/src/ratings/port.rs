//! The port for ratings of accounts. `damier-storage` implements it with a database,
//! [`crate::in_memory::InMemoryStore`] in memory; the server calls it, and
//! [`crate::ratings::settle`] rates games through it.
//!
//! Rules of the port, the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/ratings_contract`):
//! - whether a game is rated is stored atomically with the game, its seats and owners;
//! - a rated game is settled once, however often it is tried, for both sides or neither;
//! - a game is settled on top of the ratings that the writer has read. If another game was settled
//!   meanwhile, nothing changes;
//! - deleting an account removes its ratings and leaves those of its opponents.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::strength::{Deviation, Rating, Scored, Strength};

use crate::StoreError;
use crate::accounts::{Account, AccountId};
use crate::ratings::pool::RatingPool;
use crate::ratings::state::RatingState;

/// A game that was begun as a rated one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// Its rating pool.
    pub pool: RatingPool,
    /// White's account and Black's.
    pub players: [AccountId; 2],
    /// Whether it has been settled, also without effect.
    pub is_settled: bool,
}

/// The effect of a game on one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountedSide {
    /// The side's rating before the game, as the writer has read it.
    pub before: RatingState,
    /// The side's rating after the game.
    pub after: RatingState,
    /// The side's score.
    pub score: Scored,
}

/// How a finished rated game is settled.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made when a game ends, and nearly always the large one"
)]
pub enum Settlement {
    /// It counts for both sides, White's first.
    Counted {
        /// When it ended, in Unix milliseconds.
        at_ms: u64,
        /// Both sides.
        sides: [CountedSide; 2],
    },
    /// It has no effect: no result, or an account is deleted.
    Void,
}

/// The outcome of settling a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettleOutcome {
    /// It is stored now.
    Stored,
    /// The game was settled before, or is not rated; nothing changed.
    Before,
    /// Another game of one of the two was settled since, or an account is deleted; nothing changed.
    /// Read again and retry.
    Stale,
}

/// A rating and its deviation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The rating.
    pub rating: Rating,
    /// Its deviation.
    pub deviation: Deviation,
}

impl From<Strength> for Estimate {
    fn from(strength: Strength) -> Estimate {
        Estimate {
            rating: strength.rating,
            deviation: strength.deviation,
        }
    }
}

/// The effect of a game on one player's rating.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    /// The game's id.
    pub game: GameId,
    /// The player's side.
    pub side: Side,
    /// The rating pool.
    pub pool: RatingPool,
    /// When the game ended, in Unix milliseconds.
    pub at_ms: u64,
    /// The game's number among the player's rated games in this pool, from 1.
    pub number: u32,
    /// The player's score.
    pub score: Scored,
    /// The rating at the end of the game, before it counted.
    pub before: Estimate,
    /// The rating after it.
    pub after: Estimate,
    /// The opponent's rating before it.
    pub against: Rating,
    /// The opponent's current name.
    pub opponent: String,
}

/// The cursor of a page of changes: it starts after this change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeCursor {
    /// When that game ended.
    pub at_ms: u64,
    /// That game's id.
    pub game: GameId,
}

/// The ratings of accounts. See the module for the rules.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// A rated game; `None` if the game is not rated.
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError>;

    /// Finished rated games that are not settled, in the order of their ids: at most `most` of
    /// them, starting after `after`.
    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Settles a game, once.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be settled, and
    /// retrying is safe.
    async fn settle(
        &self,
        game: GameId,
        settlement: &Settlement,
    ) -> Result<SettleOutcome, StoreError>;

    /// Ratings of accounts, in the requested order; the default rating if no game has counted.
    async fn rating_states(
        &self,
        of: &[(AccountId, RatingPool)],
    ) -> Result<Vec<RatingState>, StoreError>;

    /// All ratings of an account, by variant and speed.
    async fn ratings_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(RatingPool, RatingState)>, StoreError>;

    /// The effects of a game on both sides, White's first.
    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError>;

    /// Rating changes of an account in one pool or all, latest first: at most `most` of them,
    /// starting after `after`.
    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangeCursor>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// The highest ratings that are established at this time: at most `most` of them.
    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, RatingState)>, StoreError>;
}
