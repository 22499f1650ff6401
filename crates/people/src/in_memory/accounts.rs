//! The ports for accounts of the in-memory store.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, AccountName, Accounts,
    AttachOutcome, Checked, Created, FinishedCursor, FinishedFilter, FinishedGame,
    LearningProgress, NewAccount, OwnedSeats, PasswordHash, ProgressFacts, ProgressPart,
    ProgressStored, ProgressText, TokenPolicy, next_progress_version,
};
use crate::broadcasts::BroadcastKey;
use crate::in_memory::indexes::accounts::Person;
use crate::in_memory::indexes::documents::forget_account;
use crate::in_memory::store::{InMemoryStore, StoredData};

#[async_trait]
impl Accounts for InMemoryStore {
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError> {
        let people = &mut self.kept().people;
        let (folded, look_alike_key) = (new.name.folded(), Some(new.name.look_alike_key()));
        let is_there = |person: &Person| {
            person.folded == folded
                || person.look_alike_key == look_alike_key
                || person.account.id == new.id
        };
        if people.accounts.values().any(is_there) {
            return Ok(Created::NameTaken);
        }
        let person = Person {
            account: Account {
                id: new.id,
                name: new.name.to_string(),
                created_ms: new.created_ms,
                is_deleted: false,
                ban: None,
            },
            folded: folded.to_owned(),
            look_alike_key,
            password: Some(new.password.clone()),
            recovery: new.recovery.clone(),
            reset: None,
        };
        people.accounts.insert(new.id, person);
        Ok(Created::Stored)
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        Ok(self.kept().people.account(id))
    }

    async fn accounts_with_deleted(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let kept = self.kept();
        let mut ids: Vec<AccountId> = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        ids.sort_by_key(|id| Some(kept.people.accounts.get(id)?.folded.clone()));
        Ok(ids
            .into_iter()
            .filter_map(|id| kept.people.account(id))
            .collect())
    }

    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError> {
        let people = &self.kept().people;
        let mut all = people.accounts.values();
        let found = all.find(|person| person.folded == name.folded());
        Ok(found.and_then(|person| Some((person.account.clone(), person.password.clone()?))))
    }

    async fn has_name_like(
        &self,
        folded: &str,
        look_alike_keys: &[String; 2],
    ) -> Result<bool, StoreError> {
        let people = &self.kept().people;
        Ok(people.accounts.values().any(|person| {
            let look = person.look_alike_key.as_ref();
            person.folded == folded || look.is_some_and(|look| look_alike_keys.contains(look))
        }))
    }

    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        Ok(people.has_password(checked)
            && people.set_password(checked.account, password, keep, tokens))
    }

    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let Some(person) = people.living(id) else {
            return Ok(false);
        };
        if !person.resets_with(code, now_ms) && !person.recovery.contains(code) {
            return Ok(false);
        }
        person.recovery = codes.to_vec();
        person.reset = None;
        people.passkeys.retain(|_, passkey| passkey.account != id);
        Ok(people.set_password(id, password, None, TokenPolicy::End))
    }

    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let has_password = people.has_password(checked);
        let person = people.living(checked.account).filter(|_| has_password);
        let Some(person) = person else {
            return Ok(false);
        };
        person.recovery = codes.to_vec();
        Ok(true)
    }

    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let people = &self.kept().people;
        let person = people.accounts.get(&id);
        Ok(person.is_some_and(|it| it.recovery.contains(code) || it.resets_with(code, now_ms)))
    }

    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError> {
        let people = &self.kept().people;
        let person = people.accounts.get(&id);
        Ok(person.map_or(0, |person| person.recovery.len() as u32))
    }

    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError> {
        Ok(self.kept().delete_account(id))
    }

    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        Ok(kept.people.has_password(checked) && kept.delete_account(checked.account))
    }
}

impl StoredData {
    fn delete_account(&mut self, id: AccountId) -> bool {
        let people = &mut self.people;
        let gone = people.accounts.values().filter(|p| p.account.is_deleted);
        let name = format!("deleted player {}", gone.count() + 1);
        let Some(person) = people.living(id) else {
            return false;
        };
        person.account.name.clone_from(&name);
        person.account.is_deleted = true;
        person.folded.clone_from(&name);
        person.look_alike_key = None;
        person.password = None;
        person.recovery.clear();
        person.reset = None;
        person.account.ban = None;
        people.keys.retain(|_, grant| grant.account != id);
        people.passkeys.retain(|_, passkey| passkey.account != id);
        people.questions.retain(|_, (to, _)| *to != Some(id));
        people.progress.retain(|(owner, _), _| *owner != id);
        let actions = people.admin_actions.iter_mut();
        let about = actions.filter(|action| action.account == Some(id));
        about.for_each(|action| action.detail.clear());
        // The opponents' ratings and changes stay.
        self.ratings.standings.retain(|(of, _), _| *of != id);
        self.ratings.changes.retain(|kept| kept.account != id);
        self.addressees.forget(id);
        forget_account(&mut self.documents, id);
        self.challenges.retain(|_, open| open.account != Some(id));
        let owner = BroadcastKey::of_account(id);
        self.shelf.retain(|_, (kept, _)| kept.owner != owner);
        for (game, side) in self.people.games_of(id, None, u32::MAX) {
            self.call(game, side, &name);
            if let Some(answers) = self.conditionals.get_mut(&(game, side))
                && !answers.tree.is_empty()
            {
                answers.tree.clear();
                answers.revision += 1; // no device may store on top of an older revision
            }
        }
        let keys = &self.people.keys;
        self.pushes.retain(|session, _| keys.contains_key(session));
        true
    }
}

#[async_trait]
impl AccountKeys for InMemoryStore {
    async fn add_key(&self, key: &AccountKey, grant: &AccountGrant) -> Result<bool, StoreError> {
        Ok(self.kept().people.add_key(key, grant))
    }

    async fn add_key_under(
        &self,
        key: &AccountKey,
        grant: &AccountGrant,
        checked: &PasswordHash,
    ) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let person = people.living(grant.account);
        Ok(
            person.is_some_and(|person| person.password.as_ref() == Some(checked))
                && people.add_key(key, grant),
        )
    }

    async fn key(&self, key: &AccountKey) -> Result<Option<(Account, AccountGrant)>, StoreError> {
        Ok(self.kept().people.key(key))
    }

    async fn saw_key(&self, key: &AccountKey, now_ms: u64) -> Result<(), StoreError> {
        let people = &mut self.kept().people;
        if let Some(grant) = people.keys.get_mut(key) {
            grant.seen_ms = grant.seen_ms.max(now_ms);
        }
        Ok(())
    }

    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError> {
        let people = &self.kept().people;
        let own = people.keys.iter().filter(|(_, grant)| grant.account == id);
        let mut own: Vec<_> = own.map(|(key, grant)| (*key, grant.clone())).collect();
        own.sort_by_key(|(key, grant)| (grant.created_ms, *key));
        Ok(own)
    }

    async fn end_key(&self, id: AccountId, key: &AccountKey) -> Result<bool, StoreError> {
        let people = &mut self.kept().people;
        let is_own = people
            .keys
            .get(key)
            .is_some_and(|grant| grant.account == id);
        Ok(is_own && people.keys.remove(key).is_some())
    }

    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError> {
        Ok(self.kept().people.end_sessions(id, keep))
    }

    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError> {
        let people = &mut self.kept().people;
        Ok(people.end_grants(|_, grant| !grant.is_good_at(now_ms)))
    }
}

#[async_trait]
impl OwnedSeats for InMemoryStore {
    async fn attach(
        &self,
        id: AccountId,
        game: GameId,
        side: Side,
    ) -> Result<AttachOutcome, StoreError> {
        let mut kept = self.kept();
        if !kept.games.contains_key(&game) {
            return Ok(AttachOutcome::NotFound);
        }
        Ok(kept.people.attach(id, game, side))
    }

    async fn side_of(&self, id: AccountId, game: GameId) -> Result<Option<Side>, StoreError> {
        Ok(self.kept().people.side_of(id, game))
    }

    async fn players_of(&self, game: GameId) -> Result<[Option<Account>; 2], StoreError> {
        let kept = self.kept();
        let of = |side| kept.people.account(kept.people.owner(game, side)?);
        Ok([of(Side::White), of(Side::Black)])
    }

    async fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        Ok(self.kept().people.games_of(id, after, most))
    }

    async fn open_games_of(
        &self,
        id: AccountId,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError> {
        let kept = self.kept();
        let all = kept.people.games_of(id, None, u32::MAX).into_iter();
        let is_open = |game: &GameId| {
            let found = kept.games.get(game);
            found.is_some_and(|(stored, _)| stored.ending.is_none())
        };
        let open = all.filter(|(game, _)| is_open(game));
        Ok(open.take(most as usize).collect())
    }

    async fn finished_games_of(
        &self,
        id: AccountId,
        filter: &FinishedFilter,
        after: Option<FinishedCursor>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError> {
        let kept = self.kept();
        let place = |game: &FinishedGame| FinishedCursor {
            ended_ms: game.ended_ms,
            game: game.id,
        };
        let all = kept.people.games_of(id, None, u32::MAX).into_iter();
        let mut over: Vec<FinishedGame> = all
            .filter_map(|(game, side)| {
                let (stored, events) = kept.games.get(&game)?;
                let last_ms = events.last().map(|event| event.act.at_ms());
                filter.takes(stored, side).then(|| FinishedGame {
                    id: game,
                    game: Some(stored.clone()),
                    side,
                    ended_ms: last_ms.or(stored.setup.record.started_ms).unwrap_or(0),
                })
            })
            .filter(|game| after.is_none_or(|after| place(game) < after))
            .collect();
        over.sort_by_key(|game| std::cmp::Reverse(place(game)));
        over.truncate(most as usize);
        Ok(over)
    }
}

#[async_trait]
impl LearningProgress for InMemoryStore {
    async fn progress_parts(&self, id: AccountId) -> Result<Vec<ProgressFacts>, StoreError> {
        let people = &self.kept().people;
        let own = people
            .progress
            .iter()
            .filter(|((owner, _), _)| *owner == id);
        Ok(own
            .map(|((_, part), there)| ProgressFacts {
                part: part.clone(),
                version: there.version,
                bytes: there.text.len() as u64,
            })
            .collect())
    }

    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError> {
        let people = &self.kept().people;
        Ok(people.progress.get(&(id, part.clone())).cloned())
    }

    async fn store_progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> Result<ProgressStored, StoreError> {
        let people = &mut self.kept().people;
        if people.living(id).is_none() {
            return Ok(ProgressStored::NotFound);
        }
        let at = (id, part.clone());
        let there = people.progress.get(&at).map_or(0, |there| there.version);
        if there != base {
            return Ok(ProgressStored::Changed(there));
        }
        let stored = ProgressText {
            version: next_progress_version(base, now_ms),
            text: text.to_owned(),
        };
        let version = stored.version;
        people.progress.insert(at, stored);
        Ok(ProgressStored::Stored(version))
    }

    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError> {
        let progress = &mut self.kept().people.progress;
        let before = progress.len();
        progress.retain(|(owner, _), _| *owner != id);
        Ok((before - progress.len()) as u64)
    }
}
