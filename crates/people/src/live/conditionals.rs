//! The port for players' conditional moves. `damier-storage` implements it with a database,
//! [`crate::in_memory::InMemoryStore`] in memory; the server calls it.
//!
//! Rules of the port, the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/journal_contract`):
//! - each side of a game has at most one tree, which only that side may read: callers ask for one
//!   side;
//! - a tree is stored, replaced or deleted only on top of the revision that the caller has read, so
//!   of two concurrent writers one fails;
//! - a game that has advanced beyond the version of a tree is listed, so that the reply is played
//!   even if the node that stored the opponent's move has crashed;
//! - a deleted tree leaves only its revision, so that revisions are never reused.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::conditional::IfThen;

use crate::StoreError;

/// The conditional moves of one side of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredConditionals {
    /// The version of the game to which they apply.
    pub since: u32,
    /// How often this side's tree was written; 1 after the first time.
    pub revision: u32,
    /// The tree; empty once deleted.
    pub tree: Vec<IfThen>,
}

/// Conditional moves. See the module for the rules that every backend obeys.
#[async_trait]
pub trait Conditionals: Send + Sync + 'static {
    /// The tree of a side.
    async fn conditionals(
        &self,
        game: GameId,
        side: Side,
    ) -> Result<Option<StoredConditionals>, StoreError>;

    /// Stores a tree for a game of this version, replacing the one with this revision; 0 if there
    /// is none. An empty tree deletes it. Returns whether it was stored: not if the revision
    /// differs, the game does not exist, or there is nothing to delete.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    async fn store_conditionals(
        &self,
        game: GameId,
        side: Side,
        over: u32,
        since: u32,
        tree: &[IfThen],
    ) -> Result<bool, StoreError>;

    /// Games that have advanced since one of their trees was stored, in the order of their ids: at
    /// most `most` of them, starting after `after`.
    async fn unfollowed(&self, after: Option<GameId>, most: u32)
    -> Result<Vec<GameId>, StoreError>;
}
