//! The clubs of a journal in memory: the operations of their port, with the lock of the journal.

use std::collections::BTreeMap;

use async_trait::async_trait;
use damier_session::GameId;

use crate::accounts::AccountId;
use crate::clubs::{Club, ClubGame, ClubKey, ClubRole, Clubs, Founded, KeptClub, ListedClub};
use crate::in_memory::store::InMemoryStore;
use crate::live::StoreError;

#[async_trait]
impl Clubs for InMemoryStore {
    async fn found_club(&self, club: &Club) -> Result<Founded, StoreError> {
        let kept = &mut *self.kept();
        let people = &kept.people;
        Ok(kept.clubs.found(club, |id| people.is_living(id)))
    }

    async fn club(&self, key: &ClubKey) -> Result<Option<KeptClub>, StoreError> {
        let kept = self.kept();
        let Some((club, version)) = kept.clubs.club(key) else {
            return Ok(None);
        };
        let members = club.members().iter().map(|member| member.account);
        let asking = club.asking().iter().map(|asking| asking.account);
        let named = |account| {
            let account = kept.people.account(account)?;
            (!account.is_deleted).then_some((account.id, account.name))
        };
        let names: BTreeMap<AccountId, String> = members.chain(asking).filter_map(named).collect();
        Ok(KeptClub::read(club, *version, names))
    }

    async fn store_club(
        &self,
        club: &Club,
        seen: u64,
        game: Option<&ClubGame>,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().clubs.store(club, seen, game))
    }

    async fn dissolve_club(&self, key: &ClubKey, seen: u64) -> Result<bool, StoreError> {
        Ok(self.kept().clubs.dissolve(key, seen))
    }

    async fn sweep_clubs(&self) -> Result<u64, StoreError> {
        let kept = &mut *self.kept();
        let people = &kept.people;
        Ok(kept.clubs.sweep(|id| people.is_living(id)))
    }

    async fn clubs(
        &self,
        with: Option<&ClubKey>,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ListedClub>, StoreError> {
        let kept = self.kept();
        let mut list = kept.clubs.list(with, after, |id| kept.people.is_living(id));
        list.truncate(most as usize);
        Ok(list)
    }

    async fn clubs_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(ListedClub, Option<ClubRole>)>, StoreError> {
        let kept = self.kept();
        if !kept.people.is_living(account) {
            return Ok(Vec::new());
        }
        Ok(kept.clubs.of(account, |id| kept.people.is_living(id)))
    }

    async fn clubs_due(
        &self,
        now_ms: u64,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ClubKey>, StoreError> {
        let mut due = self.kept().clubs.due(now_ms, after);
        due.truncate(most as usize);
        Ok(due)
    }

    async fn mark_club_game(&self, key: &ClubKey, game: &ClubGame) -> Result<bool, StoreError> {
        Ok(self.kept().clubs.mark(key, game))
    }

    async fn unmark_club_game(&self, key: &ClubKey, game: GameId) -> Result<bool, StoreError> {
        Ok(self.kept().clubs.unmark(key, game))
    }

    async fn club_of_game(&self, game: GameId) -> Result<Option<(ClubKey, ClubGame)>, StoreError> {
        Ok(self.kept().clubs.of_game(game))
    }

    async fn club_games(
        &self,
        key: &ClubKey,
        after: Option<(u64, GameId)>,
        most: u32,
    ) -> Result<Vec<ClubGame>, StoreError> {
        Ok(self.kept().clubs.games(key, after, most))
    }
}
