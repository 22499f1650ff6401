//! The port to the library of kept games. `damier-storage` implements it with a database,
//! [`crate::library::in_memory`] in memory; the server calls it. A record is only text here: whoever stores
//! it has checked it before.
//!
//! Rules of the port, the same for every backend and proven by one contract suite:
//! - whatever was answered is kept: a power cut after the answer takes nothing back;
//! - every kept game has an owner, and nobody reaches the games of another, unless their owner has shared them: those can be
//!   read by everybody and changed by nobody else, at an address that no other owner can take;
//! - a game has a version, 1 when it is first kept, that grows by one with each change of its record or
//!   its tree; a change is accepted only on top of the version that its sender has seen, so that two
//!   writers never silently overwrite each other;
//! - sending the same version again changes nothing and is no error, for answers get lost;
//! - the title is no part of the version: a game that is renamed between two moves goes on without a
//!   conflict. Of two new titles the later one stays;
//! - what does not exist is `Ok(None)`, not an error;
//! - a deleted game is only hidden, and can be restored until it is purged;
//! - the time is a parameter: no backend looks at a clock.

pub mod in_memory;
mod share_id;
mod title;
mod tree_text;

use std::borrow::Cow;
use std::error::Error;

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::ending::Ending;
use damier_session::session::Session;
use damier_session::settings::Player;
pub use share_id::ShareId;
pub use title::{MAX_TITLE, Title, TitleError};
pub use tree_text::{MAX_TREE_BYTES, TreeText, TreeTextError};

/// The owner of a game: whoever holds a device's secret, as long as there are no accounts. How an owner is told from
/// another is the caller's to say; here an owner is a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(Cow<'static, str>);

impl Owner {
    /// Whom the games belong to that were kept before there were owners.
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

/// What a list shows about a game, computed from its record by whoever stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFacts {
    /// The id of the variant, such as `international`.
    pub variant: String,
    /// Moves of either side that stand at the end of the record.
    pub plies: u32,
    /// Who has the white men.
    pub white: Player,
    /// Who has the black men.
    pub black: Player,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

impl From<&Session> for GameFacts {
    fn from(session: &Session) -> Self {
        Self {
            variant: session.variant().id().to_owned(),
            // A record holds far fewer acts than that.
            plies: u32::try_from(session.game().len()).unwrap_or(u32::MAX),
            white: session.settings().white.clone(),
            black: session.settings().black.clone(),
            ending: session.ending(),
        }
    }
}

/// A kept game without its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// Which game.
    pub id: GameId,
    /// How often its record or its tree has changed: 1 when it is first kept. Games that older
    /// programs kept may have begun with another number.
    pub version: u32,
    /// What the owner calls it; may be empty.
    pub title: Title,
    /// When this library first kept it, in Unix milliseconds.
    pub created_ms: u64,
    /// When it last changed, its title included, in Unix milliseconds.
    pub updated_ms: u64,
    /// What a list shows.
    pub facts: GameFacts,
    /// The address at which everybody who reaches the library may read it, if it is shared.
    pub shared: Option<ShareId>,
}

impl GameSummary {
    /// Where this game stands in the list, from which the next part of the list can be asked for.
    pub fn place(&self) -> ListPlace {
        ListPlace {
            updated_ms: self.updated_ms,
            id: self.id,
        }
    }

    /// Where this game stands in the list of shared games, if it is shared.
    pub fn shared_place(&self) -> Option<ListPlace<ShareId>> {
        self.shared.map(|id| ListPlace {
            updated_ms: self.updated_ms,
            id,
        })
    }
}

/// A kept game, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGame {
    /// Everything but the record.
    pub summary: GameSummary,
    /// The record as JSON text, exactly as it was stored.
    pub record: String,
    /// The annotated tree, if one is kept.
    pub tree: Option<TreeText>,
}

/// A new version of a game, to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// Which game.
    pub id: GameId,
    /// The number of this version: one more than the version that it changes, 1 for a new game.
    pub version: u32,
    /// What the owner calls it; `None` leaves the title that is kept (empty for a new game).
    pub title: Option<Title>,
    /// What a list shows, computed from the record.
    pub facts: GameFacts,
    /// The record as JSON text, already checked.
    pub record: String,
    /// The annotated tree; `None` leaves the one that is kept, and an empty one removes it.
    pub tree: Option<TreeText>,
}

impl NewVersion {
    /// The tree that is kept once this version is stored on top of a game with this tree.
    pub fn tree_after(&self, kept: Option<&TreeText>) -> Option<TreeText> {
        let tree = self.tree.as_ref().or(kept);
        tree.filter(|tree| !tree.is_empty()).cloned()
    }
}

/// What the games of an owner take, deleted ones included as long as they can be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// How many they are.
    pub games: u64,
    /// The bytes of their records and trees.
    pub bytes: u64,
}

/// A place in a list of games, which is sorted by last change, newest first, then by id: the game's own in the list of
/// an owner, its address in the list of shared games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListPlace<Id = GameId> {
    /// The last change of the game there, in Unix milliseconds.
    pub updated_ms: u64,
    /// The game there.
    pub id: Id,
}

/// The result of storing a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreOutcome {
    /// The version is kept now.
    Stored(GameSummary),
    /// This version was kept already, with this record and this tree; nothing changed, not even the
    /// title.
    AlreadyStored(GameSummary),
    /// The kept version is not the one before this, or it is this one with another content.
    Conflict {
        /// The kept version; 0 where nothing is kept.
        stored: u32,
    },
    /// The game was deleted; it must be restored before it can grow.
    Deleted,
}

/// A library of kept games. See the module for the rules that every backend obeys.
///
/// It can be held as `Arc<dyn GameLibrary>`.
#[async_trait]
pub trait GameLibrary: Send + Sync + 'static {
    /// The games of an owner, last changed first: at most `limit` of them, beginning after `before`.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer or a game cannot be read.
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListPlace>,
    ) -> Result<Vec<GameSummary>, LibraryError>;

    /// One game, unless it is absent or deleted.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer or the game cannot be read.
    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<KeptGame>, LibraryError>;

    /// The games of an owner with their records in the order of their ids: at most `limit` of them,
    /// beginning after the id `after`. This is how all games are walked without holding them all.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer or a game cannot be read.
    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<KeptGame>, LibraryError>;

    /// Keeps a version of a game if the kept one is the version just before it; where nothing is kept,
    /// only version 1 is accepted.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer; then the version may or may not be kept, and
    /// sending it again is safe.
    async fn store(
        &self,
        owner: &Owner,
        game: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError>;

    /// Gives a game another title. The version does not change. The time of the last change becomes
    /// `now_ms`, unless the title is the same.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError>;

    /// Hides a game. Returns whether there is such a game, also if it was hidden before.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError>;

    /// Shows a hidden game again, as it was, and returns it. A game that is not hidden is returned
    /// unchanged.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn restore(&self, owner: &Owner, id: GameId)
    -> Result<Option<GameSummary>, LibraryError>;

    /// Shares a game at this address with everybody who reaches the library, or ends that. Neither the version nor the
    /// time of the last change becomes another. A game that is shared already keeps its address; an address that another
    /// game has is given to no second one, and this game stays as it was.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError>;

    /// The shared games of all owners, last changed first: at most `limit` of them, beginning after `before`.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer or a game cannot be read.
    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListPlace<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError>;

    /// The game shared at this address, unless it is deleted.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer or the game cannot be read.
    async fn find_shared(&self, share: ShareId) -> Result<Option<KeptGame>, LibraryError>;

    /// Bytes that the games of all owners take, about.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn size(&self) -> Result<u64, LibraryError>;

    /// What the games of an owner take.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError>;

    /// Removes games for good, of one owner or of all, that were deleted before a moment in Unix milliseconds: the
    /// longest deleted first, `most` at most. Answers how many. Their ids are free again.
    ///
    /// # Errors
    /// [`LibraryError`] when the library does not answer.
    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError>;

    /// Whether the library answers, and whether it can keep something, for a health check. It may answer from what
    /// it saw a short while ago.
    ///
    /// # Errors
    /// [`LibraryError`] when it does not.
    async fn check(&self) -> Result<(), LibraryError>;
}

/// Why an operation of the library failed. What the database or the system said is not in the text, but is the
/// source of the error.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// It does not answer, or not in time.
    #[error("the library does not answer")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The database file was deleted or replaced while it was open, so nothing written now would be
    /// found again.
    #[error("the library was deleted or replaced while it was open")]
    Gone(#[source] Box<dyn Error + Send + Sync>),
    /// There is no room left to keep anything.
    #[error("there is no room left in the library")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// It answers with an error that the same request would meet again: a rule of the database that is broken, a statement that it does not take, a damaged
    /// file.
    #[error("the library cannot do this")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
    /// It answers with data that this program does not write.
    #[error("what is kept of the game {game} cannot be read: {reason}")]
    Damaged {
        /// The id of the game, as far as it can be read.
        game: String,
        /// What was found and what was expected.
        reason: String,
    },
}
