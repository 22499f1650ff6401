//! The port `Administration` of the in-memory store.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::settings::Player;

use crate::StoreError;
use crate::accounts::{
    AccountFacts, AccountFilter, AccountId, AccountKey, AccountName, AdminAction, Administration,
    Ban, LoggedAdminAction, Renamed,
};
use crate::in_memory::store::{InMemoryStore, StoredData};

impl StoredData {
    fn facts_of(&self, id: AccountId) -> Option<AccountFacts> {
        let is_over = |game| {
            let found = self.games.get(&game);
            found.is_some_and(|(game, _)| game.ending.is_some())
        };
        self.people.facts(id, is_over)
    }

    fn is_called(&self, game: GameId, side: Side, name: &str) -> bool {
        let found = self.games.get(&game);
        found.is_some_and(|(game, _)| match game.setup.record.settings.player(side) {
            Player::Person { name: there } => there == name,
            Player::Computer { .. } => false,
        })
    }

    /// Renames a player of a game.
    pub(super) fn call(&mut self, game: GameId, side: Side, name: &str) {
        if let Some((game, _)) = self.games.get_mut(&game) {
            let settings = &mut game.setup.record.settings;
            let player = match side {
                Side::White => &mut settings.white,
                Side::Black => &mut settings.black,
            };
            let name = name.to_owned();
            *player = Player::Person { name };
        }
    }
}

#[async_trait]
impl Administration for InMemoryStore {
    async fn accounts(
        &self,
        filter: &AccountFilter,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<AccountFacts>, StoreError> {
        let kept = self.kept();
        let listed = kept.people.listed(filter, after);
        let page = listed.into_iter().take(most as usize);
        Ok(page.filter_map(|id| kept.facts_of(id)).collect())
    }

    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError> {
        Ok(self.kept().facts_of(id))
    }

    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let is_done = kept.people.set_ban(id, ban);
        if is_done && ban.is_some() {
            kept.challenges.retain(|_, open| open.account != Some(id));
        }
        Ok(is_done)
    }

    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError> {
        let mut kept = self.kept();
        let (renamed, old) = kept.people.rename(id, name);
        let Some(old) = old else { return Ok(renamed) };
        kept.challenges.retain(|_, open| open.account != Some(id));
        for (game, side) in kept.people.games_of(id, None, u32::MAX) {
            if kept.is_called(game, side, &old) {
                kept.call(game, side, name.as_str());
            }
        }
        Ok(renamed)
    }

    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().people.add_reset(id, code, until_ms))
    }

    async fn finished(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let over = kept
            .games
            .iter()
            .filter(|(_, (game, _))| game.ending.is_some());
        let ids = over.map(|(id, _)| *id);
        let later = ids.filter(|id| after.is_none_or(|after| *id > after));
        Ok(later.take(most as usize).collect())
    }

    async fn log_admin_action(&self, action: &AdminAction) -> Result<(), StoreError> {
        self.kept().people.note(action);
        Ok(())
    }

    async fn admin_actions(
        &self,
        before: Option<u64>,
        most: u32,
    ) -> Result<Vec<LoggedAdminAction>, StoreError> {
        Ok(self.kept().people.admin_actions(before, most))
    }
}
