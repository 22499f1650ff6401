//! Quotas of the library, and removal of deleted games: they can be restored for a while and are
//! then removed for good. Checked before a game is stored; deleted games are also removed
//! periodically. Single games are not judged here.

use std::sync::Arc;
use std::time::Duration;

use damier_people::library::{
    GameLibrary, LibraryError, NewVersion, Owner, StoredGame, TreeText, Usage,
};

use crate::clock::WallClock;
use crate::problem::Problem;

/// Quota of one owner, deleted games included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Number of games.
    pub games: u64,
    /// Size of their records and trees in bytes.
    pub bytes: u64,
    /// Size of the whole library in bytes. Any client can become a new owner, so the sum needs a
    /// limit of its own.
    pub library_bytes: u64,
    /// How long a deleted game can usually be restored; less if the quota is used up.
    pub deleted_for: Duration,
    /// How long a deleted game can be restored in any case.
    pub deleted_for_at_least: Duration,
}

impl Default for Quota {
    /// Enough for a large club: 100,000 games and 1 GiB for each owner, and 16 GiB for all of them.
    /// Deleted games can be restored for 30 days, or for one day if the space is needed.
    fn default() -> Self {
        Self {
            games: 100_000,
            bytes: 1 << 30,
            library_bytes: 16 << 30,
            deleted_for: Duration::from_hours(30 * 24),
            deleted_for_at_least: Duration::from_hours(24),
        }
    }
}

/// How many games are removed in one transaction, so that other writers can work in between.
const AT_ONCE: u32 = 500;

/// How often expired deleted games are removed.
const CLEAN_EVERY: Duration = Duration::from_hours(1);

impl Quota {
    /// Whether these versions fit even if all of them were new games. If not, each is checked by
    /// [`Quota::require_room`].
    ///
    /// # Errors
    /// The library does not answer.
    pub(crate) async fn has_room_for_all(
        &self,
        library: &dyn GameLibrary,
        owner: &Owner,
        new: &[NewVersion],
    ) -> Result<bool, LibraryError> {
        let sizes = new
            .iter()
            .map(|new| size_of(&new.record, new.tree.as_ref()));
        let bytes = sizes.fold(0_u64, u64::saturating_add);
        let fits = library.size().await?.saturating_add(bytes) <= self.library_bytes;
        Ok(fits && self.has_room(library.usage(owner).await?, new.len() as u64, bytes))
    }

    /// Checks the quota for a new version. If it is exceeded, games that were deleted a while ago
    /// are removed.
    ///
    /// # Errors
    /// The quota is exceeded, or the library does not answer.
    pub(crate) async fn require_room(
        &self,
        library: &dyn GameLibrary,
        owner: &Owner,
        new: &NewVersion,
        now_ms: u64,
    ) -> Result<(), Problem> {
        let more = size_of(&new.record, new.tree.as_ref());
        self.require_room_for_all(library, more, now_ms).await?;
        if self.has_room(library.usage(owner).await?, 1, more) {
            return Ok(());
        }
        // Near the limit exact numbers matter: the new version replaces the stored one.
        let kept = library.find(owner, new.id).await?;
        let replaced = kept.as_ref().map_or(0, |kept: &StoredGame| {
            size_of(&kept.record, kept.tree.as_ref())
        });
        let games = u64::from(kept.is_none());
        let more = more.saturating_sub(replaced);
        if self.has_room(library.usage(owner).await?, games, more) {
            return Ok(());
        }
        // Only this owner's deleted games are removed, since an owner must not shorten the restore
        // period of others.
        purge(library, Some(owner), now_ms, self.deleted_for_at_least).await?;
        let usage = library.usage(owner).await?;
        // A version that makes a game smaller is accepted even above the limit.
        if self.has_room(usage, games, more) || (games == 0 && more == 0) {
            return Ok(());
        }
        tracing::warn!(
            games = usage.games,
            bytes = usage.bytes,
            "the quota is used up"
        );
        Err(Problem::no_space(
            "quota-used-up",
            "no space for these games",
            format!(
                "{} games with {} KB are stored, of at most {} games with {} KB; delete some, and \
                 their space is freed a day later",
                usage.games,
                usage.bytes / 1000,
                self.games,
                self.bytes / 1000,
            ),
        ))
    }

    /// Checks the size of the whole library.
    async fn require_room_for_all(
        &self,
        library: &dyn GameLibrary,
        more: u64,
        now_ms: u64,
    ) -> Result<(), Problem> {
        if library.size().await?.saturating_add(more) <= self.library_bytes {
            return Ok(());
        }
        purge(library, None, now_ms, self.deleted_for_at_least).await?;
        let size = library.size().await?;
        if size.saturating_add(more) <= self.library_bytes {
            return Ok(());
        }
        tracing::warn!(bytes = size, "the library has reached its size limit");
        Err(Problem::no_space(
            "quota-used-up",
            "no space for these games",
            format!(
                "the games of all owners use {} MB of at most {} MB",
                size / 1_000_000,
                self.library_bytes / 1_000_000
            ),
        ))
    }

    fn has_room(&self, usage: Usage, games: u64, bytes: u64) -> bool {
        usage.games.saturating_add(games) <= self.games
            && usage.bytes.saturating_add(bytes) <= self.bytes
    }

    /// Permanently removes expired deleted games, at once and then at regular intervals.
    pub(crate) async fn purge_forever(
        self,
        library: Arc<dyn GameLibrary>,
        clock: Arc<dyn WallClock>,
    ) {
        loop {
            match purge(library.as_ref(), None, clock.now_ms(), self.deleted_for).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "permanently removed games deleted long ago"),
                Err(error) => tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot remove deleted games"
                ),
            }
            tokio::time::sleep(CLEAN_EVERY).await;
        }
    }
}

fn size_of(record: &str, tree: Option<&TreeText>) -> u64 {
    (record.len() + tree.map_or(0, |tree| tree.as_str().len())) as u64
}

/// Removes the games of one owner, or of all, that were deleted longer ago than `age`.
async fn purge(
    library: &dyn GameLibrary,
    owner: Option<&Owner>,
    now_ms: u64,
    age: Duration,
) -> Result<u64, LibraryError> {
    let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
    let before = now_ms.saturating_sub(age);
    let mut all = 0;
    loop {
        let some = library.purge(owner, before, AT_ONCE).await?;
        all += some;
        if some < u64::from(AT_ONCE) {
            return Ok(all);
        }
    }
}
