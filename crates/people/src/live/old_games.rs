//! Live games that nobody keeps: over for long, or without a move for a year, and of no account. Whoever runs a server that strangers play on
//! may have them removed; otherwise every game stays. [`forget`] is called again and again by the server, and looks at some
//! games each time.
//!
//! Rules of the port [`OldGames`], the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/old_games.rs`):
//! - a game is removed with its events, its seats, its conditional moves and the gathering that it came from, all of it or nothing;
//! - a game that has gone on since it was looked at stays;
//! - a game stays as long as a side of it belongs to an account, or it was rated.

use async_trait::async_trait;
use damier_session::GameId;

use crate::live::journal::{Journal, StoreError, StoredGame};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long a game that is not over may stand still before it counts as left, in milliseconds. Longer than any pause or correspondence game
/// with a clock can stand still, so only games without a clock are meant.
const LEFT_MS: u64 = 366 * DAY_MS;

/// A game as the one who looks through all of them needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// Which.
    pub id: GameId,
    /// Whether somebody keeps it: a side belongs to an account, or it was rated.
    pub is_kept: bool,
}

/// All live games, one after the other, and their removal. See the module for the rules that every backend obeys.
#[async_trait]
pub trait OldGames: Send + Sync + 'static {
    /// The games in the order of their ids, whether they go on or not: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn all_games(
        &self,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError>;

    /// Removes a game for good, if it still has this version and nobody keeps it. Answers whether it is gone now.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; removing it again is safe.
    async fn remove_game(&self, game: GameId, version: u32) -> Result<bool, StoreError>;
}

/// What became of one look at some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forgotten {
    /// How many were removed.
    pub removed: u64,
    /// After which game the next look begins; `None` where it begins anew.
    pub next: Option<GameId>,
}

/// Looks at the next `most` games after `after`, and removes those of them that are over for `kept_days` days, or left for a year, and that
/// nobody keeps.
///
/// # Errors
/// [`StoreError`] when the store does not answer; what was removed stays removed.
pub async fn forget(
    games: &dyn OldGames,
    journal: &dyn Journal,
    after: Option<GameId>,
    most: u32,
    kept_days: u32,
    now_ms: u64,
) -> Result<Forgotten, StoreError> {
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
    Ok(Forgotten { removed, next })
}

/// When something was last done in a game; `None` where that is not known.
async fn last_ms(journal: &dyn Journal, game: &StoredGame) -> Result<Option<u64>, StoreError> {
    let Some(before) = game.version.checked_sub(1) else {
        return Ok(game.setup.record.started_ms);
    };
    let last = journal.since(game.setup.id, before, 1).await?;
    Ok(last.first().map(|event| event.act.at_ms()))
}

fn is_old(game: &StoredGame, last_ms: Option<u64>, kept_days: u32, now_ms: u64) -> bool {
    let Some(last_ms) = last_ms else {
        return false; // nothing tells that it is old
    };
    let quiet_ms = now_ms.saturating_sub(last_ms);
    let kept_ms = u64::from(kept_days) * DAY_MS;
    match game.ending {
        Some(_) => quiet_ms > kept_ms,
        // The server still has to look at a game with a deadline.
        None => game.deadline_ms.is_none() && quiet_ms > kept_ms.max(LEFT_MS),
    }
}
