//! The port to the ratings of accounts. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in memory; the server
//! calls it, and [`crate::ratings::settle`] counts games through it.
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/rating_contract`):
//! - a game is rated or not from its beginning on: that is stored with the game, its seats and its owners, or not at all;
//! - a rated game is settled once, whoever tries it and how often: it counts for both sides, or for none;
//! - a game is counted on top of the standings that the writer has seen. Where another game was counted meanwhile, nothing is changed;
//! - the ratings of an account that is deleted are gone, and those of the others stay as they were;
//! - the time is a parameter.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::strength::{Deviation, Rating, Scored, Strength};

use crate::accounts::{Account, AccountId};
use crate::live::StoreError;
use crate::ratings::pool::RatingPool;
use crate::ratings::standing::Standing;

/// A game that was rated from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// For which rating it counts.
    pub pool: RatingPool,
    /// Who plays White, and who Black.
    pub players: [AccountId; 2],
    /// Whether it was counted, or found to count for nothing.
    pub is_settled: bool,
}

/// What a game does to one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountedSide {
    /// How this side stood before, as the writer has read it.
    pub before: Standing,
    /// How it stands now.
    pub after: Standing,
    /// What came of the game for it.
    pub score: Scored,
}

/// What becomes of a rated game that is over.
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
    /// It counts for nobody: it has no result, or an account is gone.
    Void,
}

/// What became of a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// It is stored now.
    Stored,
    /// The game was settled before, or is not rated; nothing changed.
    Before,
    /// Another game of one of the two was counted since, or an account is gone; nothing changed. Whoever reads again can try again.
    Stale,
}

/// A rating and how far the true one may lie from it.
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

/// What one game did to the rating of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    /// Which game.
    pub game: GameId,
    /// The side that was played.
    pub side: Side,
    /// For which rating it counted.
    pub pool: RatingPool,
    /// When it ended, in Unix milliseconds.
    pub at_ms: u64,
    /// The number of the game in this rating of the player, from 1.
    pub number: u32,
    /// What came of it.
    pub score: Scored,
    /// What the rating was, at the end of the game.
    pub before: Estimate,
    /// What it is since then.
    pub after: Estimate,
    /// What the opponent's rating was.
    pub against: Rating,
    /// The name of the opponent, as it is now.
    pub opponent: String,
}

/// Where a page of changes begins: behind this change, which ended then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangePlace {
    /// When it ended.
    pub at_ms: u64,
    /// Which game.
    pub game: GameId,
}

/// The ratings of accounts. See the module for the rules.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// A game as it was rated from its beginning; `None` where it is not.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the row cannot be read.
    async fn rated_game(&self, game: GameId) -> Result<Option<RatedGame>, StoreError>;

    /// Rated games that are over and not settled, in the order of their ids, those after this one: at most `most` of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn unsettled(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Settles a game, once.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be settled, and settling it again is safe.
    async fn settle(&self, game: GameId, settlement: &Settlement) -> Result<Settled, StoreError>;

    /// How accounts stand, in the order in which they are asked for; that of somebody new where no game was counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn standings(&self, of: &[(AccountId, RatingPool)]) -> Result<Vec<Standing>, StoreError>;

    /// All ratings of an account, by game and speed.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn ratings_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(RatingPool, Standing)>, StoreError>;

    /// What a game did to both sides, White's first.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn changes_in(&self, game: GameId) -> Result<[Option<RatingChange>; 2], StoreError>;

    /// The games of an account that counted, for one rating or for all, the latest first: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn changes_of(
        &self,
        account: AccountId,
        pool: Option<RatingPool>,
        after: Option<ChangePlace>,
        most: u32,
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// The highest ratings that are established at this moment: at most `most` of them.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a row cannot be read.
    async fn best(
        &self,
        pool: RatingPool,
        now_ms: u64,
        most: u32,
    ) -> Result<Vec<(Account, Standing)>, StoreError>;
}
