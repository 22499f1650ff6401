//! The library of stored games in memory, for tests and for servers without a database. It obeys
//! every rule of the port.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use damier_session::GameId;

use crate::library::{
    GameLibrary, GameSummary, LibraryError, ListCursor, NewVersion, Owner, ShareId, StoreOutcome,
    StoredGame, Title, Usage,
};

/// A library in memory, which lasts as long as the process.
///
/// # Examples
///
/// ```
/// use damier_people::library::in_memory::InMemoryLibrary;
///
/// let library = InMemoryLibrary::default();
/// # let _ = library;
/// ```
#[derive(Debug, Default)]
pub struct InMemoryLibrary {
    games: Mutex<Games>,
}

/// Every game by owner and id; ordered, so that walking by id needs no sorting.
type Games = BTreeMap<(Owner, GameId), Entry>;

#[derive(Debug, Clone)]
struct Entry {
    game: StoredGame,
    /// When it was deleted, if it was.
    deleted_ms: Option<u64>,
}

impl InMemoryLibrary {
    /// The games, locked. Every change below is one assignment at its end, so a thread that
    /// panicked while holding the lock cannot have left them half changed.
    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies of the visible games that are shared, of all owners.
    fn shared(&self) -> Vec<StoredGame> {
        let games = self.games();
        let visible = games.values().filter(|entry| entry.deleted_ms.is_none());
        let shared = visible.filter(|entry| entry.game.summary.shared.is_some());
        shared.map(|entry| entry.game.clone()).collect()
    }

    /// Copies of the visible games of an owner, in the order of their ids.
    fn visible(&self, owner: &Owner) -> Vec<StoredGame> {
        self.games()
            .iter()
            .filter(|((of, _), entry)| of == owner && entry.deleted_ms.is_none())
            .map(|(_, entry)| entry.game.clone())
            .collect()
    }
}

/// A page of a list of games with their places: last changed first.
fn page<Place: Ord + Copy>(
    games: impl Iterator<Item = (Place, GameSummary)>,
    limit: u32,
    before: Option<Place>,
) -> Vec<GameSummary> {
    let mut games: Vec<_> = games
        .filter(|(place, _)| before.is_none_or(|before| *place < before))
        .collect();
    games.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
    games.truncate(limit as usize);
    games.into_iter().map(|(_, game)| game).collect()
}

/// Bytes of a record and its tree.
fn size_of(game: &StoredGame) -> u64 {
    let tree = game.tree.as_ref().map_or(0, |tree| tree.as_str().len());
    (game.record.len() + tree) as u64
}

#[async_trait]
impl GameLibrary for InMemoryLibrary {
    async fn list(
        &self,
        owner: &Owner,
        limit: u32,
        before: Option<ListCursor>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let games = self.visible(owner).into_iter();
        Ok(page(
            games.map(|game| (game.summary.place(), game.summary)),
            limit,
            before,
        ))
    }

    async fn find(&self, owner: &Owner, id: GameId) -> Result<Option<StoredGame>, LibraryError> {
        Ok(self
            .games()
            .get(&(owner.clone(), id))
            .filter(|entry| entry.deleted_ms.is_none())
            .map(|entry| entry.game.clone()))
    }

    async fn walk(
        &self,
        owner: &Owner,
        limit: u32,
        after: Option<GameId>,
    ) -> Result<Vec<StoredGame>, LibraryError> {
        let mut games = self.visible(owner);
        games.retain(|game| after.is_none_or(|after| game.summary.id > after));
        games.truncate(limit as usize);
        Ok(games)
    }

    async fn store(
        &self,
        owner: &Owner,
        new: &NewVersion,
        now_ms: u64,
    ) -> Result<StoreOutcome, LibraryError> {
        let mut games = self.games();
        let key = (owner.clone(), new.id);
        let kept = games.get(&key);
        if kept.is_some_and(|entry| entry.deleted_ms.is_some()) {
            return Ok(StoreOutcome::Deleted);
        }
        let kept = kept.map(|entry| &entry.game);
        let version = kept.map_or(0, |game| game.summary.version);
        let tree = new.tree_after(kept.and_then(|game| game.tree.as_ref()));
        if let Some(game) = kept
            && (version, &game.record, &game.tree) == (new.version, &new.record, &tree)
        {
            return Ok(StoreOutcome::AlreadyStored(game.summary.clone()));
        }
        if version.checked_add(1) != Some(new.version) {
            return Ok(StoreOutcome::Conflict { stored: version });
        }
        let title = new.title.clone();
        let summary = GameSummary {
            id: new.id,
            version: new.version,
            title: title
                .or_else(|| kept.map(|game| game.summary.title.clone()))
                .unwrap_or_default(),
            created_ms: kept.map_or(now_ms, |game| game.summary.created_ms),
            updated_ms: now_ms,
            facts: new.facts.clone(),
            shared: kept.and_then(|game| game.summary.shared),
        };
        let game = StoredGame {
            summary: summary.clone(),
            record: new.record.clone(),
            tree,
        };
        games.insert(
            key,
            Entry {
                game,
                deleted_ms: None,
            },
        );
        Ok(StoreOutcome::Stored(summary))
    }

    async fn store_all(
        &self,
        owner: &Owner,
        games: &[NewVersion],
        now_ms: u64,
    ) -> Result<Vec<StoreOutcome>, LibraryError> {
        let mut outcomes = Vec::with_capacity(games.len());
        for game in games {
            outcomes.push(self.store(owner, game, now_ms).await?);
        }
        Ok(outcomes)
    }

    async fn rename(
        &self,
        owner: &Owner,
        id: GameId,
        title: &Title,
        now_ms: u64,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut games = self.games();
        let Some(entry) = games
            .get_mut(&(owner.clone(), id))
            .filter(|entry| entry.deleted_ms.is_none())
        else {
            return Ok(None);
        };
        let kept = &mut entry.game.summary;
        if kept.title != *title {
            kept.title = title.clone();
            kept.updated_ms = now_ms;
        }
        Ok(Some(kept.clone()))
    }

    async fn delete(&self, owner: &Owner, id: GameId, now_ms: u64) -> Result<bool, LibraryError> {
        let mut games = self.games();
        let Some(entry) = games.get_mut(&(owner.clone(), id)) else {
            return Ok(false);
        };
        entry.deleted_ms.get_or_insert(now_ms);
        Ok(true)
    }

    async fn restore(
        &self,
        owner: &Owner,
        id: GameId,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut games = self.games();
        let Some(entry) = games.get_mut(&(owner.clone(), id)) else {
            return Ok(None);
        };
        entry.deleted_ms = None;
        Ok(Some(entry.game.summary.clone()))
    }

    async fn share(
        &self,
        owner: &Owner,
        id: GameId,
        shared: Option<ShareId>,
    ) -> Result<Option<GameSummary>, LibraryError> {
        let mut games = self.games();
        // The address of a deleted game is taken too: the game can be restored.
        let taken = shared.is_some()
            && games
                .values()
                .any(|entry| entry.game.summary.shared == shared);
        let entry = games.get_mut(&(owner.clone(), id));
        Ok(entry
            .filter(|entry| entry.deleted_ms.is_none())
            .map(|entry| {
                let kept = &mut entry.game.summary;
                kept.shared = match shared {
                    None => None,
                    Some(_) if taken => kept.shared,
                    Some(share) => kept.shared.or(Some(share)),
                };
                kept.clone()
            }))
    }

    async fn unshare(&self, share: ShareId) -> Result<bool, LibraryError> {
        let mut games = self.games();
        let mut shared = games.values_mut();
        let found = shared.find(|entry| entry.game.summary.shared == Some(share));
        Ok(found.is_some_and(|entry| entry.game.summary.shared.take().is_some()))
    }

    async fn list_shared(
        &self,
        limit: u32,
        before: Option<ListCursor<ShareId>>,
    ) -> Result<Vec<GameSummary>, LibraryError> {
        let games = self.shared().into_iter().map(|game| game.summary);
        let places = games.filter_map(|game| Some((game.shared_place()?, game)));
        Ok(page(places, limit, before))
    }

    async fn find_shared(&self, share: ShareId) -> Result<Option<StoredGame>, LibraryError> {
        let mut games = self.shared().into_iter();
        Ok(games.find(|game| game.summary.shared == Some(share)))
    }

    async fn size(&self) -> Result<u64, LibraryError> {
        Ok(self
            .games()
            .values()
            .map(|entry| size_of(&entry.game))
            .sum())
    }

    async fn usage(&self, owner: &Owner) -> Result<Usage, LibraryError> {
        let games = self.games();
        let theirs = games.iter().filter(|((of, _), _)| of == owner);
        Ok(
            theirs.fold(Usage::default(), |usage, (_, Entry { game, .. })| Usage {
                games: usage.games + 1,
                bytes: usage.bytes + size_of(game),
            }),
        )
    }

    async fn purge(
        &self,
        owner: Option<&Owner>,
        deleted_before_ms: u64,
        most: u32,
    ) -> Result<u64, LibraryError> {
        let mut games = self.games();
        let mut old: Vec<_> = games
            .iter()
            .filter(|((of, _), _)| owner.is_none_or(|owner| of == owner))
            .filter_map(|(key, entry)| Some((entry.deleted_ms?, key.clone())))
            .filter(|&(deleted_ms, _)| deleted_ms < deleted_before_ms)
            .collect();
        old.sort_unstable();
        old.truncate(most as usize);
        for (_, key) in &old {
            games.remove(key);
        }
        Ok(old.len() as u64)
    }

    async fn check(&self) -> Result<(), LibraryError> {
        Ok(())
    }
}
