//! Accounts in memory: what [`crate::live::InMemoryJournal`] keeps of them. It obeys every rule of the ports; deleting names in games is
//! the journal's part.

use std::collections::BTreeMap;

use damier_rules::Side;

use super::access::{AccountGrant, GrantKind};
use super::id::AccountId;
use super::key::{AccountKey, PasswordHash};
use super::name::AccountName;
use super::port::{Account, Attached, Created, NewAccount};
use super::progress::{
    ProgressFacts, ProgressPart, ProgressStored, ProgressText, next_progress_version,
};
use crate::library::GameId;

#[derive(Debug)]
struct Person {
    account: Account,
    folded: String,
    password: Option<PasswordHash>,
    recovery: Vec<AccountKey>,
}

/// The people whom a journal in memory knows.
#[derive(Debug, Default)]
pub(crate) struct People {
    accounts: BTreeMap<AccountId, Person>,
    keys: BTreeMap<AccountKey, AccountGrant>,
    seats: BTreeMap<(GameId, Side), AccountId>,
    progress: BTreeMap<(AccountId, ProgressPart), ProgressText>,
}

impl People {
    pub(crate) fn create(&mut self, new: &NewAccount) -> Created {
        let folded = new.name.folded();
        let is_there = |person: &Person| person.folded == folded || person.account.id == new.id;
        if self.accounts.values().any(is_there) {
            return Created::NameTaken;
        }
        let person = Person {
            account: Account {
                id: new.id,
                name: new.name.to_string(),
                created_ms: new.created_ms,
                is_deleted: false,
            },
            folded: folded.to_owned(),
            password: Some(new.password.clone()),
            recovery: new.recovery.clone(),
        };
        self.accounts.insert(new.id, person);
        Created::Stored
    }

    pub(crate) fn account(&self, id: AccountId) -> Option<Account> {
        Some(self.accounts.get(&id)?.account.clone())
    }

    pub(crate) fn named(&self, name: &AccountName) -> Option<(Account, PasswordHash)> {
        let mut people = self.accounts.values();
        let person = people.find(|person| person.folded == name.folded())?;
        Some((person.account.clone(), person.password.clone()?))
    }

    fn living(&mut self, id: AccountId) -> Option<&mut Person> {
        let person = self.accounts.get_mut(&id);
        person.filter(|person| !person.account.is_deleted)
    }

    pub(crate) fn set_password(
        &mut self,
        id: AccountId,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
    ) -> bool {
        let Some(person) = self.living(id) else {
            return false;
        };
        person.password = Some(password.clone());
        self.end_sessions(id, keep);
        true
    }

    pub(crate) fn recover(
        &mut self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
    ) -> bool {
        let found = self.living(id).and_then(|person| {
            let at = person.recovery.iter().position(|there| there == code)?;
            person.recovery.remove(at);
            Some(())
        });
        found.is_some() && self.set_password(id, password, None)
    }

    pub(crate) fn renew_recovery(&mut self, id: AccountId, codes: &[AccountKey]) -> bool {
        let person = self.living(id);
        person
            .map(|person| person.recovery = codes.to_vec())
            .is_some()
    }

    pub(crate) fn recovery(&self, id: AccountId) -> &[AccountKey] {
        let person = self.accounts.get(&id);
        person.map_or(&[], |person| &person.recovery)
    }

    /// Deletes an account. Returns its new name and its seats, `None` where there is no such account.
    pub(crate) fn delete(&mut self, id: AccountId) -> Option<(String, Vec<(GameId, Side)>)> {
        let gone = self.accounts.values().filter(|p| p.account.is_deleted);
        let name = format!("deleted player {}", gone.count() + 1);
        let person = self.living(id)?;
        person.account.name.clone_from(&name);
        person.account.is_deleted = true;
        person.folded.clone_from(&name);
        person.password = None;
        person.recovery.clear();
        self.keys.retain(|_, grant| grant.account != id);
        self.forget_progress(id);
        let seats = self.seats.iter().filter(|(_, owner)| **owner == id);
        let seats = seats.map(|(seat, _)| *seat).collect();
        Some((name, seats))
    }

    pub(crate) fn add_key(&mut self, key: &AccountKey, grant: &AccountGrant) -> bool {
        if self.living(grant.account).is_none() {
            return false;
        }
        self.keys.entry(*key).or_insert_with(|| grant.clone()) == grant
    }

    pub(crate) fn key(&self, key: &AccountKey) -> Option<(Account, AccountGrant)> {
        let grant = self.keys.get(key)?;
        Some((self.account(grant.account)?, grant.clone()))
    }

    pub(crate) fn saw(&mut self, key: &AccountKey, now_ms: u64) {
        if let Some(grant) = self.keys.get_mut(key) {
            grant.seen_ms = grant.seen_ms.max(now_ms);
        }
    }

    pub(crate) fn keys_of(&self, id: AccountId) -> Vec<(AccountKey, AccountGrant)> {
        let own = self.keys.iter().filter(|(_, grant)| grant.account == id);
        let mut own: Vec<_> = own.map(|(key, grant)| (*key, grant.clone())).collect();
        own.sort_by_key(|(key, grant)| (grant.created_ms, *key));
        own
    }

    pub(crate) fn end_key(&mut self, id: AccountId, key: &AccountKey) -> bool {
        let is_own = self.keys.get(key).is_some_and(|grant| grant.account == id);
        is_own && self.keys.remove(key).is_some()
    }

    pub(crate) fn end_sessions(&mut self, id: AccountId, keep: Option<&AccountKey>) -> u64 {
        self.end_where(|key, grant| {
            grant.account == id && grant.kind == GrantKind::Session && Some(key) != keep
        })
    }

    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        self.end_where(|_, grant| !grant.is_good_at(now_ms))
    }

    fn end_where(&mut self, ends: impl Fn(&AccountKey, &AccountGrant) -> bool) -> u64 {
        let before = self.keys.len();
        self.keys.retain(|key, grant| !ends(key, grant));
        (before - self.keys.len()) as u64
    }

    /// Gives a side of a game that there is to an account.
    pub(crate) fn attach(&mut self, id: AccountId, game: GameId, side: Side) -> Attached {
        if self.living(id).is_none() {
            return Attached::NotFound;
        }
        if self.side_of(id, game) == Some(side.opponent()) {
            return Attached::Taken;
        }
        match self.seats.entry((game, side)).or_insert(id) {
            owner if *owner == id => Attached::Stored,
            _ => Attached::Taken,
        }
    }

    /// Nobody has this side of a game any more, since the game is removed.
    pub(crate) fn detach(&mut self, game: GameId, side: Side) {
        self.seats.remove(&(game, side));
    }

    pub(crate) fn owner(&self, game: GameId, side: Side) -> Option<AccountId> {
        self.seats.get(&(game, side)).copied()
    }

    pub(crate) fn side_of(&self, id: AccountId, game: GameId) -> Option<Side> {
        let mut sides = [Side::White, Side::Black].into_iter();
        sides.find(|side| self.owner(game, *side) == Some(id))
    }

    pub(crate) fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Vec<(GameId, Side)> {
        let own = self.seats.iter().filter(|(_, owner)| **owner == id);
        let later = own.filter(|((game, _), _)| after.is_none_or(|after| *game > after));
        later.map(|(seat, _)| *seat).take(most as usize).collect()
    }

    pub(crate) fn progress_parts(&self, id: AccountId) -> Vec<ProgressFacts> {
        let own = self.progress.iter().filter(|((owner, _), _)| *owner == id);
        own.map(|((_, part), there)| ProgressFacts {
            part: part.clone(),
            version: there.version,
            bytes: there.text.len() as u64,
        })
        .collect()
    }

    pub(crate) fn progress(&self, id: AccountId, part: &ProgressPart) -> Option<ProgressText> {
        self.progress.get(&(id, part.clone())).cloned()
    }

    pub(crate) fn store_progress(
        &mut self,
        id: AccountId,
        part: &ProgressPart,
        base: u64,
        text: &str,
        now_ms: u64,
    ) -> ProgressStored {
        if self.living(id).is_none() {
            return ProgressStored::NotFound;
        }
        let there = self.progress(id, part).map_or(0, |there| there.version);
        if there != base {
            return ProgressStored::Changed(there);
        }
        let stored = ProgressText {
            version: next_progress_version(base, now_ms),
            text: text.to_owned(),
        };
        let version = stored.version;
        self.progress.insert((id, part.clone()), stored);
        ProgressStored::Stored(version)
    }

    pub(crate) fn forget_progress(&mut self, id: AccountId) -> u64 {
        let before = self.progress.len();
        self.progress.retain(|(owner, _), _| *owner != id);
        (before - self.progress.len()) as u64
    }
}
