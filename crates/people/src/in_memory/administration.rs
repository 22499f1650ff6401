//! The port `Administration` of the in-memory store.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;
use damier_session::settings::Player;

use crate::StoreError;
use crate::accounts::{
    AccountFacts, AccountFilter, AccountId, AccountKey, AccountName, AdminAction, Administration,
    Ban, GrantKind, LoggedAdminAction, Renamed,
};
use crate::in_memory::indexes::accounts::Person;
use crate::in_memory::store::{InMemoryStore, StoredData};

impl StoredData {
    fn facts_of(&self, id: AccountId) -> Option<AccountFacts> {
        let person = self.people.accounts.get(&id)?;
        if person.account.is_deleted {
            return None;
        }
        let keys = || self.people.keys.values().filter(|it| it.account == id);
        let sessions = keys().filter(|it| it.kind == GrantKind::Session).count();
        let games = self.people.games_of(id, None, u32::MAX);
        let is_over = |game| {
            let found = self.games.get(game);
            found.is_some_and(|(game, _)| game.ending.is_some())
        };
        Some(AccountFacts {
            account: person.account.clone(),
            folded: person.folded.clone(),
            seen_ms: keys().map(|grant| grant.seen_ms).max(),
            sessions: sessions as u32,
            tokens: (keys().count() - sessions) as u32,
            passkeys: self.people.passkeys_of(id).len() as u32,
            games: games.len() as u32,
            running: games.iter().filter(|(game, _)| !is_over(game)).count() as u32,
        })
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
        let people = kept.people.accounts.values().filter(|person| {
            !person.account.is_deleted
                && filter.takes(&person.folded, person.account.ban.as_ref())
                && after.is_none_or(|after| person.folded.as_str() > after)
        });
        let mut people: Vec<_> = people.collect();
        people.sort_by(|one, other| one.folded.cmp(&other.folded));
        let page = people.into_iter().take(most as usize);
        let facts = page.filter_map(|person| kept.facts_of(person.account.id));
        Ok(facts.collect())
    }

    async fn account_facts(&self, id: AccountId) -> Result<Option<AccountFacts>, StoreError> {
        Ok(self.kept().facts_of(id))
    }

    async fn set_ban(&self, id: AccountId, ban: Option<&Ban>) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let Some(person) = kept.people.living(id) else {
            return Ok(false);
        };
        person.account.ban = ban.cloned();
        if ban.is_some() {
            kept.people.end_sessions(id, None);
            kept.challenges.retain(|_, open| open.account != Some(id));
        }
        Ok(true)
    }

    async fn rename_account(
        &self,
        id: AccountId,
        name: &AccountName,
    ) -> Result<Renamed, StoreError> {
        let mut kept = self.kept();
        let look_alike_key = Some(name.look_alike_key());
        let is_another = |person: &Person| {
            (person.folded == name.folded() || person.look_alike_key == look_alike_key)
                && person.account.id != id
        };
        let is_taken = kept.people.accounts.values().any(is_another);
        let Some(person) = kept.people.living(id) else {
            return Ok(Renamed::NotFound);
        };
        if is_taken {
            return Ok(Renamed::NameTaken);
        }
        name.folded().clone_into(&mut person.folded);
        person.look_alike_key = look_alike_key;
        let old = std::mem::replace(&mut person.account.name, name.to_string());
        kept.challenges.retain(|_, open| open.account != Some(id));
        for (game, side) in kept.people.games_of(id, None, u32::MAX) {
            if kept.is_called(game, side, &old) {
                kept.call(game, side, name.as_str());
            }
        }
        Ok(Renamed::Stored)
    }

    async fn add_reset_code(
        &self,
        id: AccountId,
        code: &AccountKey,
        until_ms: u64,
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let person = people.living(id);
        let Some(person) = person else {
            return Ok(false);
        };
        person.reset = Some((*code, until_ms));
        person.recovery.clear();
        people.end_tokens(id);
        Ok(true)
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
        let people = &mut self.kept().people;
        people.admin_actions.push(action.clone());
        Ok(())
    }

    async fn admin_actions(
        &self,
        before: Option<u64>,
        most: u32,
    ) -> Result<Vec<LoggedAdminAction>, StoreError> {
        let people = &self.kept().people;
        let numbered = people.admin_actions.iter().enumerate().rev();
        let numbered = numbered.map(|(index, action)| (index as u64 + 1, action));
        let earlier = numbered.filter(|(number, _)| before.is_none_or(|before| *number < before));
        Ok(earlier
            .map(|(number, action)| LoggedAdminAction {
                number,
                action: action.clone(),
                name: action.account.and_then(|id| Some(people.account(id)?.name)),
            })
            .take(most as usize)
            .collect())
    }
}
