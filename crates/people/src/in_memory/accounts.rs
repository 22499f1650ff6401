//! The ports for accounts of the in-memory store.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AccountKeys, AccountName, Accounts,
    AttachOutcome, Checked, Created, FinishedCursor, FinishedFilter, FinishedGame,
    LearningProgress, NewAccount, OwnedSeats, PasswordHash, ProgressFacts, ProgressPart,
    ProgressStored, ProgressText, TokenPolicy,
};
use crate::broadcasts::BroadcastKey;
use crate::in_memory::indexes::documents::forget_account;
use crate::in_memory::store::{InMemoryStore, StoredData};

#[async_trait]
impl Accounts for InMemoryStore {
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError> {
        Ok(self.kept().people.create(new))
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        Ok(self.kept().people.account(id))
    }

    async fn accounts_with_deleted(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let kept = self.kept();
        let mut ids: Vec<AccountId> = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        ids.sort_by_key(|id| kept.people.folded(*id).map(str::to_owned));
        Ok(ids
            .into_iter()
            .filter_map(|id| kept.people.account(id))
            .collect())
    }

    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError> {
        Ok(self.kept().people.named(name))
    }

    async fn has_name_like(
        &self,
        folded: &str,
        look_alike_keys: &[String; 2],
    ) -> Result<bool, StoreError> {
        Ok(self.kept().people.has_name_like(folded, look_alike_keys))
    }

    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let people = &mut kept.people;
        Ok(people.set_password_under(checked, password, keep, tokens))
    }

    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        Ok(kept.people.recover(id, code, password, codes, now_ms))
    }

    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError> {
        Ok(self.kept().people.renew_recovery(checked, codes))
    }

    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.kept().people.has_recovery(id, code, now_ms))
    }

    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError> {
        Ok(self.kept().people.recovery(id).len() as u32)
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
        let Some((name, seats)) = self.people.delete(id) else {
            return false;
        };
        self.ratings.forget(id);
        self.addressees.forget(id);
        forget_account(&mut self.documents, id);
        self.challenges.retain(|_, open| open.account != Some(id));
        self.shelf.forget(&BroadcastKey::of_account(id));
        for (game, side) in seats {
            self.call(game, side, &name);
            if let Some(answers) = self.conditionals.get_mut(&(game, side))
                && !answers.tree.is_empty()
            {
                answers.tree.clear();
                answers.revision += 1; // no device may store on top of an older revision
            }
        }
        let Self { people, pushes, .. } = self;
        pushes.of_sessions(|session| people.key(session).is_some());
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
        Ok(self.kept().people.add_key_under(key, grant, checked))
    }

    async fn key(&self, key: &AccountKey) -> Result<Option<(Account, AccountGrant)>, StoreError> {
        Ok(self.kept().people.key(key))
    }

    async fn saw_key(&self, key: &AccountKey, now_ms: u64) -> Result<(), StoreError> {
        self.kept().people.saw(key, now_ms);
        Ok(())
    }

    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError> {
        Ok(self.kept().people.keys_of(id))
    }

    async fn end_key(&self, id: AccountId, key: &AccountKey) -> Result<bool, StoreError> {
        Ok(self.kept().people.end_key(id, key))
    }

    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError> {
        Ok(self.kept().people.end_sessions(id, keep))
    }

    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().people.sweep(now_ms))
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
        Ok(self.kept().people.progress_parts(id))
    }

    async fn progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
    ) -> Result<Option<ProgressText>, StoreError> {
        Ok(self.kept().people.progress(id, part))
    }

    async fn store_progress(
        &self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> Result<ProgressStored, StoreError> {
        let mut kept = self.kept();
        Ok(kept.people.store_progress(id, part, base, text, now_ms))
    }

    async fn forget_progress(&self, id: AccountId) -> Result<u64, StoreError> {
        Ok(self.kept().people.forget_progress(id))
    }
}
