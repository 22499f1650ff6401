//! Removal of old live games: long finished, or without a move for a year, and owned by no account.
//! Optional, for servers open to strangers; by default every game stays. The server calls
//! [`remove_old_games`] repeatedly, which checks some games each time.
//!
//! Rules of the port [`OldGames`], the same for every backend and checked by one contract suite
//! (`damier-storage`, `tests/all/old_games.rs`):
//! - a game is removed atomically with its events, seats, conditional moves and team match;
//! - a game that has changed since it was checked stays;
//! - a game stays as long as one of its sides belongs to an account, or it was rated.

use async_trait::async_trait;
use damier_session::GameId;

use crate::StoreError;
use crate::live::journal::{Journal, StoredGame};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long an unfinished game may be idle before it counts as abandoned, in milliseconds. Longer
/// than any pause or correspondence clock, so it only concerns games without clocks.
const ABANDONED_AFTER_MS: u64 = 366 * DAY_MS;

/// A game to be checked for removal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The game's id.
    pub id: GameId,
    /// Whether it must not be removed: a side belongs to an account, or it was rated.
    pub is_kept: bool,
}

/// Enumeration and removal of live games. See the module for the rules that every backend obeys.
#[async_trait]
pub trait OldGames: Send + Sync + 'static {
    /// All games, running or finished, in the order of their ids: at most `most` of them, starting
    /// after `after`.
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError>;

    /// Permanently removes a game if it still has this version and may be removed (see
    /// [`ListedGame::is_kept`]). Returns whether it no longer exists.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; retrying is safe.
    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError>;
}

/// The outcome of checking some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SweepOutcome {
    /// How many were removed.
    pub removed: u64,
    /// After which game the next call starts; `None` to start over.
    pub next: Option<GameId>,
}

/// Checks the next `most` games after `after`. Removes those that may be removed and were finished
/// `kept_days` days ago or abandoned a year ago.
///
/// # Errors
/// [`StoreError`] when the store is unavailable; earlier removals are kept.
pub async fn remove_old_games(
    games: &dyn OldGames,
    journal: &dyn Journal,
    after: Option<GameId>,
    most: u32,
    kept_days: u32,
    now_ms: u64,
) -> Result<SweepOutcome, StoreError> {
    let page = games.all_games(after, most).await?;
    let next = page.last().map(|last| last.id);
    let mut removed = 0;
    for listed in page.iter().filter(|listed| !listed.is_kept) {
        let Some(game) = journal.find(listed.id).await? else {
            continue;
        };
        let last_ms = last_ms(journal, &game).await?;
        if is_old(&game, last_ms, kept_days, now_ms)
            && games.remove_game(listed.id, game.version).await?
        {
            removed += 1;
        }
    }
    Ok(SweepOutcome { removed, next })
}

/// When the last event of a game was stored; `None` if unknown.
async fn last_ms(journal: &dyn Journal, game: &StoredGame) -> Result<Option<u64>, StoreError> {
    let Some(before) = game.version.checked_sub(1) else {
        return Ok(game.setup.record.started_ms);
    };
    let last = journal.since(game.setup.id, before, 1).await?;
    Ok(last.first().map(|event| event.act.at_ms()))
}

fn is_old(game: &StoredGame, last_ms: Option<u64>, kept_days: u32, now_ms: u64) -> bool {
    let Some(last_ms) = last_ms else {
        return false; // its age is unknown
    };
    let quiet_ms = now_ms.saturating_sub(last_ms);
    let kept_ms = u64::from(kept_days) * DAY_MS;
    match game.ending {
        Some(_) => quiet_ms > kept_ms,
        // A game with a deadline still needs the server.
        None => game.deadline_ms.is_none() && quiet_ms > kept_ms.max(ABANDONED_AFTER_MS),
    }
}
