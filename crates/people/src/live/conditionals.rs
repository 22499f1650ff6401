//! The port to the conditional moves that players keep. `damier-storage` implements it with a database, [`crate::in_memory::InMemoryStore`] in memory; the
//! server calls it.
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/journal_contract`):
//! - each side of a game has one tree at most, and it is nobody else's to read: callers ask for one side;
//! - a tree is kept, replaced or dropped only on top of the revision that the caller has seen, so of two writers one is told that it came too
//!   late;
//! - a game whose version is beyond that of a tree of it is found, so that an answer is played although the node that stored the opponent's
//!   move broke down before;
//! - what is dropped is gone: of the tree no trace is left in the store, only its revision, so that none is taken for an older one.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::conditional::IfThen;

use crate::live::journal::StoreError;

/// The conditional moves of one side of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptConditionals {
    /// The version of the game for which they hold.
    pub since: u32,
    /// How often this side's tree was written; 1 after the first time.
    pub revision: u32,
    /// The tree; empty once it was dropped.
    pub tree: Vec<IfThen>,
}

/// The conditional moves that wait. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Conditionals: Send + Sync + 'static {
    /// What a side has kept.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the tree cannot be read.
    async fn conditionals(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Option<KeptConditionals>, StoreError>;

    /// Keeps a tree for a game of this version, in the place of the one with this revision; 0 where there is none. An empty tree drops
    /// it. Answers whether it was done: not where another revision is there, where there is no such game, or where nothing is dropped.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then it may or may not be done.
    async fn keep_conditionals(
        &self,
        game: GameId,
        side: Side,
        over: u32,
        since: u32,
        tree: &[IfThen],
    ) -> Result<bool, StoreError>;

    /// The games that have gone on since a tree of theirs was kept, in the order of their ids: `most` at most, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn unfollowed(&self, after: Option<GameId>, most: u32)
    -> Result<Vec<GameId>, StoreError>;
}
