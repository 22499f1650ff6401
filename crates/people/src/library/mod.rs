//! The port for the library of stored games. `damier-storage` implements it with a database,
//! [`crate::library::in_memory`] in memory; the server calls it. A record is opaque text here;
//! callers validate it first.
//!
//! Rules of the port, the same for every backend and checked by one contract suite:
//! - an acknowledged write is durable: it survives a power cut;
//! - each game has an owner, and no other client reads or changes it; a shared game can be read by
//!   any client, at an address that no other game gets;
//! - a game has a version, 1 when first stored, incremented by each change of record or tree; a
//!   change is accepted only on top of the current version, so concurrent writers never silently
//!   overwrite each other;
//! - sending the same version again changes nothing and is no error, since responses can be lost;
//! - the title is not part of the version, so renaming a game during play causes no conflict; of
//!   two new titles the later one stays;
//! - what does not exist is `Ok(None)`, not an error;
//! - a deleted game is hidden, and can be restored until it is purged;
//! - the time is a parameter: no backend uses a clock.

pub mod in_memory;
mod share_id;
mod tree_text;

use std::borrow::Cow;
use std::error::Error;

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::session::Session;
use damier_session::settings::Player;
pub use share_id::ShareId;
pub use tree_text::{MAX_TREE_BYTES, TreeText, TreeTextError};

use crate::plain_text::PlainLine;

/// The owner of games, identified by a name that the caller derives from a device's secret.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(Cow<'static, str>);

impl Owner {
    /// The owner of games stored without a secret.
    pub const LOCAL: Self = Self(Cow::Borrowed("local"));

    /// An owner by name.
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// The name, as it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Facts of a game for lists, computed from its record by the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFacts {
    /// The id of the variant, such as `international`.
    pub variant: String,
    /// The number of plies in the record.
    pub plies: u32,
    /// White's player.
    pub white: Player,
    /// Black's player.
    pub black: Player,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

impl From<&Session> for GameFacts {
    fn from(session: &Session) -> Self {
        Self {
            variant: session.variant().id().to_owned(),
            // A record contains far fewer acts than that.
            plies: u32::try_from(session.game().len()).unwrap_or(u32::MAX),
            white: session.settings().white.clone(),
            black: session.settings().black.clone(),
            ending: session.ending(),
        }
    }
}

/// The title of a game; may be empty.
pub type Title = PlainLine<200>;

/// A stored game without its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// The game's id.
    pub id: GameId,
    /// The number of changes of its record or tree, 1 when first stored.
    pub version: u32,
    /// Its title, chosen by the owner; may be empty.
    pub title: Title,
    /// When it was first stored, in Unix milliseconds.
    pub created_ms: u64,
    /// When it last changed, its title included, in Unix milliseconds.
    pub updated_ms: u64,
    /// Its facts for lists.
    pub facts: GameFacts,
    /// The public address of the game, if it is shared.
    pub shared: Option<ShareId>,
}

impl GameSummary {
    /// The cursor of this game in its owner's list.
    pub fn place(&self) -> ListCursor {
        ListCursor {
            updated_ms: self.updated_ms,
            id: self.id,
        }
    }

    /// The cursor of this game in the list of shared games, if it is shared.
    pub fn shared_place(&self) -> Option<ListCursor<ShareId>> {
        self.shared.map(|id| ListCursor {
            updated_ms: self.updated_ms,
            id,
        })
    }
}

/// A stored game with its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// Everything but the record.
    pub summary: GameSummary,
    /// The record as JSON text, exactly as it was stored.
    pub record: String,
    /// The annotated tree, if any.
    pub tree: Option<TreeText>,
}

/// A new version of a game to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// The game's id.
    pub id: GameId,
    /// The number of this version: one more than the version that it changes, 1 for a new game.
    pub version: u32,
    /// Its title; `None` keeps the stored one (empty for a new game).
    pub title: Option<Title>,
    /// Its facts for lists, computed from the record.
    pub facts: GameFacts,
    /// The record as JSON text, already checked.
    pub record: String,
    /// The annotated tree; `None` keeps the stored one, and an empty one removes it.
    pub tree: Option<TreeText>,
}

impl NewVersion {
    /// The tree after storing this version over a game with this tree.
    pub fn tree_after(&self, kept: Option<&TreeText>) -> Option<TreeText> {
        let tree = self.tree.as_ref().or(kept);
        tree.filter(|tree| !tree.is_empty()).cloned()
    }
}

/// The storage used by an owner, including deleted games that can still be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of games.
    pub games: u64,
    /// The bytes of their records and trees.
    pub bytes: u64,
}

/// A cursor of a list of games, sorted by last change, newest first, then by id: the game's id in
/// an owner's list, its address in the list of shared games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListCursor<Id = GameId> {
    /// The last change of the game there, in Unix milliseconds.
    pub updated_ms: u64,
    /// The game there.
    pub id: Id,
}

/// The result of storing a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreOutcome {
    /// The version is stored.
    Stored(GameSummary),
    /// This version was stored before with this record and tree; nothing changed, not even the
    /// title.
    AlreadyStored(GameSummary),
    /// The stored version is not the preceding one, or it is this one with other content.
    Conflict {
        /// The stored version; 0 if there is none.
        stored: u32,
    },
    /// The game is deleted and must be restored first.
    Deleted,
}

/// A library of stored games. See the module for the rules that every backend obeys.
///
/// Dyn-compatible: usable as `Arc<dyn GameLibrary>`.
#[async_trait]
pub trait GameLibrary: Send + Sync + 'static {
    /// The games of an owner, last changed first: at most `limit` of them, starting after `before`.
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListCursor>,
    ) -> Result<Vec<GameSummary>, LibraryError>;

    /// One game, unless it is absent or deleted.
    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<StoredGame>, LibraryError>;

    /// The games of an owner with their records in the order of their ids: at most `limit` of them,
    /// starting after the id `after`. Serves to stream all games page by page.
    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<StoredGame>, LibraryError>;

    /// Stores a version of a game on top of the preceding version; a game that is not stored begins
    /// with version 1.
    ///
    /// # Errors
    /// [`LibraryError`] when the library is unavailable; then the version may or may not be stored,
    /// and retrying is safe.
    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError>;

    /// Stores versions of several games, each as [`GameLibrary::store`] would, one after the other,
    /// and returns their outcomes. Databases store them in one transaction, since writing to the
    /// disk takes longer than all else.
    ///
    /// # Errors
    /// [`LibraryError`] when the library is unavailable; then the versions may or may not be
    /// stored, and retrying is safe.
    async fn store_all(
        &self,
        owner: &Owner,
        games: &[NewVersion],
        now_ms: u64,
    ) -> Result<Vec<StoreOutcome>, LibraryError>;

    /// Renames a game without changing its version. Sets the time of the last change to `now_ms`,
    /// unless the title is the same.
    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError>;

    /// Hides a game. Returns whether it exists, also if it was hidden before.
    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError>;

    /// Restores a hidden game and returns it. A game that is not hidden is returned unchanged.
    async fn restore(&self, owner: &Owner, id: GameId)
    -> Result<Option<GameSummary>, LibraryError>;

    /// Shares a game at this address, or stops sharing it. Changes neither the version nor the time
    /// of the last change. A shared game keeps its address; if another game has the address,
    /// nothing changes.
    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError>;

    /// Stops sharing the game at this address, for every owner. Returns whether one was shared.
    async fn unshare(&self, share: ShareId) -> Result<bool, LibraryError>;

    /// The shared games of all owners, last changed first: at most `limit` of them, starting after
    /// `before`.
    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListCursor<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError>;

    /// The game shared at this address, unless it is deleted.
    async fn find_shared(&self, share: ShareId) -> Result<Option<StoredGame>, LibraryError>;

    /// The approximate size of all games in bytes.
    async fn size(&self) -> Result<u64, LibraryError>;

    /// The storage used by an owner.
    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError>;

    /// Permanently removes games deleted before a time in Unix milliseconds, of one owner or all:
    /// oldest deletions first, at most `most`. Returns their number. Their ids can be used again.
    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError>;

    /// Checks for the health endpoint that the library can read and write. May use a recent result.
    ///
    /// # Errors
    /// [`LibraryError`] when it cannot.
    async fn check(&self) -> Result<(), LibraryError>;
}

/// Why an operation of the library failed: it is unavailable, or holds data that cannot be read.
/// The error of the database or system is the source, not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The database is unreachable or timed out.
    #[error("the library is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The database file was deleted or replaced while open, so writes would be lost.
    #[error("the library was deleted or replaced while it was open")]
    Gone(#[source] Box<dyn Error + Send + Sync>),
    /// The disk or quota is full.
    #[error("the library is full")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// A permanent error, which a retry would meet again: a violated constraint, a rejected
    /// statement, a damaged file.
    #[error("the library rejected the operation")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// The stored data is not valid.
    #[error("the stored game {game} cannot be read: {reason}")]
    Damaged {
        /// The game's id, as far as it can be read.
        game: String,
        /// What was found and what was expected.
        reason: String,
    },
}
