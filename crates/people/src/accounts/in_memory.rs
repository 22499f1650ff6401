//! In-memory accounts, part of [`crate::in_memory::InMemoryStore`]. Obeys every rule of the ports;
//! the journal replaces the names in games after a deletion.

use std::collections::BTreeMap;

use damier_rules::Side;
use damier_session::GameId;

use crate::accounts::access::{AccountGrant, GrantKind};
use crate::accounts::administration::{
    AccountFacts, AccountFilter, AdminAction, LoggedAdminAction, Renamed,
};
use crate::accounts::ban::Ban;
use crate::accounts::id::AccountId;
use crate::accounts::key::{AccountKey, PasswordHash};
use crate::accounts::name::AccountName;
use crate::accounts::passkey::{
    MAX_PASSKEY_CHALLENGES, MAX_PASSKEYS, Passkey, PasskeyAdded, PasskeyId,
};
use crate::accounts::port::{Account, AttachOutcome, Checked, Created, NewAccount, TokenPolicy};
use crate::accounts::progress::{
    ProgressFacts, ProgressPart, ProgressStored, ProgressText, next_progress_version,
};

#[derive(Debug)]
struct Person {
    account: Account,
    folded: String,
    /// The look-alike key of its name; `None` once the account is deleted.
    look_alike_key: Option<String>,
    password: Option<PasswordHash>,
    recovery: Vec<AccountKey>,
    /// The reset code and when it expires.
    reset: Option<(AccountKey, u64)>,
}

impl Person {
    fn resets_with(&self, code: &AccountKey, now_ms: u64) -> bool {
        self.reset
            .is_some_and(|(reset, until_ms)| reset == *code && now_ms < until_ms)
    }
}

/// The accounts of an in-memory store.
#[derive(Debug, Default)]
pub(crate) struct InMemoryAccounts {
    accounts: BTreeMap<AccountId, Person>,
    keys: BTreeMap<AccountKey, AccountGrant>,
    seats: BTreeMap<(GameId, Side), AccountId>,
    progress: BTreeMap<(AccountId, ProgressPart), ProgressText>,
    admin_actions: Vec<AdminAction>,
    passkeys: BTreeMap<PasskeyId, Passkey>,
    /// Passkey challenges: the account, if any, and when they expire.
    questions: BTreeMap<AccountKey, (Option<AccountId>, u64)>,
}

impl InMemoryAccounts {
    pub(crate) fn create(&mut self, new: &NewAccount) -> Created {
        let (folded, look_alike_key) = (new.name.folded(), Some(new.name.look_alike_key()));
        let is_there = |person: &Person| {
            person.folded == folded
                || person.look_alike_key == look_alike_key
                || person.account.id == new.id
        };
        if self.accounts.values().any(is_there) {
            return Created::NameTaken;
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
        self.accounts.insert(new.id, person);
        Created::Stored
    }

    pub(crate) fn account(&self, id: AccountId) -> Option<Account> {
        Some(self.accounts.get(&id)?.account.clone())
    }

    /// The folded name of an account.
    pub(crate) fn folded(&self, id: AccountId) -> Option<&str> {
        Some(&self.accounts.get(&id)?.folded)
    }

    pub(crate) fn is_living(&self, id: AccountId) -> bool {
        let person = self.accounts.get(&id);
        person.is_some_and(|person| !person.account.is_deleted)
    }

    pub(crate) fn named(&self, name: &AccountName) -> Option<(Account, PasswordHash)> {
        let mut people = self.accounts.values();
        let person = people.find(|person| person.folded == name.folded())?;
        Some((person.account.clone(), person.password.clone()?))
    }

    pub(crate) fn has_name_like(&self, folded: &str, look_alike_keys: &[String; 2]) -> bool {
        self.accounts.values().any(|person| {
            let look = person.look_alike_key.as_ref();
            person.folded == folded || look.is_some_and(|look| look_alike_keys.contains(look))
        })
    }

    fn living(&mut self, id: AccountId) -> Option<&mut Person> {
        let person = self.accounts.get_mut(&id);
        person.filter(|person| !person.account.is_deleted)
    }

    /// Whether an account exists and has the password that was checked. A deleted account has none.
    pub(crate) fn has_password(&self, checked: &Checked) -> bool {
        let person = self.accounts.get(&checked.account);
        person.is_some_and(|person| person.password.as_ref() == Some(&checked.password))
    }

    pub(crate) fn set_password_under(
        &mut self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> bool {
        self.has_password(checked) && self.set_password(checked.account, password, keep, tokens)
    }

    fn set_password(
        &mut self,
        id: AccountId,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> bool {
        let Some(person) = self.living(id) else {
            return false;
        };
        person.password = Some(password.clone());
        self.end_sessions(id, keep);
        if tokens == TokenPolicy::End {
            self.end_tokens(id);
        }
        true
    }

    fn end_tokens(&mut self, id: AccountId) {
        self.end_grants(|_, grant| grant.account == id && grant.kind != GrantKind::Session);
    }

    pub(crate) fn recover(
        &mut self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> bool {
        let Some(person) = self.living(id) else {
            return false;
        };
        if !person.resets_with(code, now_ms) && !person.recovery.contains(code) {
            return false;
        }
        person.recovery = codes.to_vec();
        person.reset = None;
        self.passkeys.retain(|_, passkey| passkey.account != id);
        self.set_password(id, password, None, TokenPolicy::End)
    }

    pub(crate) fn renew_recovery(&mut self, checked: &Checked, codes: &[AccountKey]) -> bool {
        let has_password = self.has_password(checked);
        let person = self.living(checked.account).filter(|_| has_password);
        let Some(person) = person else { return false };
        person.recovery = codes.to_vec();
        true
    }

    pub(crate) fn has_recovery(&self, id: AccountId, code: &AccountKey, now_ms: u64) -> bool {
        let resets = |person: &Person| person.resets_with(code, now_ms);
        self.recovery(id).contains(code) || self.accounts.get(&id).is_some_and(resets)
    }

    pub(crate) fn recovery(&self, id: AccountId) -> &[AccountKey] {
        let person = self.accounts.get(&id);
        person.map_or(&[], |person| &person.recovery)
    }

    /// Deletes an account. Returns its new name and its seats, `None` where there is no such
    /// account.
    pub(crate) fn delete(&mut self, id: AccountId) -> Option<(String, Vec<(GameId, Side)>)> {
        let gone = self.accounts.values().filter(|p| p.account.is_deleted);
        let name = format!("deleted player {}", gone.count() + 1);
        let person = self.living(id)?;
        person.account.name.clone_from(&name);
        person.account.is_deleted = true;
        person.folded.clone_from(&name);
        person.look_alike_key = None;
        person.password = None;
        person.recovery.clear();
        person.reset = None;
        person.account.ban = None;
        self.keys.retain(|_, grant| grant.account != id);
        self.passkeys.retain(|_, passkey| passkey.account != id);
        self.questions.retain(|_, (to, _)| *to != Some(id));
        self.forget_progress(id);
        let about = self
            .admin_actions
            .iter_mut()
            .filter(|action| action.account == Some(id));
        about.for_each(|action| action.detail.clear());
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

    pub(crate) fn add_key_under(
        &mut self,
        key: &AccountKey,
        grant: &AccountGrant,
        checked: &PasswordHash,
    ) -> bool {
        let person = self.living(grant.account);
        person.is_some_and(|person| person.password.as_ref() == Some(checked))
            && self.add_key(key, grant)
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
        self.end_grants(|key, grant| {
            grant.account == id && grant.kind == GrantKind::Session && Some(key) != keep
        })
    }

    pub(crate) fn sweep(&mut self, now_ms: u64) -> u64 {
        self.end_grants(|_, grant| !grant.is_good_at(now_ms))
    }

    pub(crate) fn add_passkey(&mut self, new: &Passkey, by: &AccountKey) -> PasskeyAdded {
        let is_here = self
            .keys
            .get(by)
            .is_some_and(|it| it.account == new.account);
        if self.living(new.account).is_none() || !is_here {
            return PasskeyAdded::NotFound;
        }
        if let Some(there) = self.passkeys.get(&new.id) {
            return if there == new {
                PasskeyAdded::Stored
            } else {
                PasskeyAdded::Taken
            };
        }
        if self.passkeys_of(new.account).len() >= MAX_PASSKEYS as usize {
            return PasskeyAdded::TooMany;
        }
        self.passkeys.insert(new.id.clone(), new.clone());
        PasskeyAdded::Stored
    }

    pub(crate) fn passkey(&self, id: &PasskeyId) -> Option<(Account, Passkey)> {
        let passkey = self.passkeys.get(id)?;
        Some((self.account(passkey.account)?, passkey.clone()))
    }

    pub(crate) fn passkeys_of(&self, account: AccountId) -> Vec<Passkey> {
        let all = self.passkeys.values();
        let mut own: Vec<_> = all.filter(|it| it.account == account).cloned().collect();
        own.sort_by(|one, other| (one.created_ms, &one.id).cmp(&(other.created_ms, &other.id)));
        own
    }

    pub(crate) fn use_passkey(&mut self, id: &PasskeyId, counter: u32, now_ms: u64) -> bool {
        let Some(passkey) = self.passkeys.get_mut(id) else {
            return false;
        };
        if counter <= passkey.counter && (counter, passkey.counter) != (0, 0) {
            return false;
        }
        passkey.counter = counter;
        passkey.seen_ms = passkey.seen_ms.max(Some(now_ms));
        true
    }

    pub(crate) fn remove_passkey(&mut self, account: AccountId, id: &PasskeyId) -> bool {
        let found = self.passkeys.get(id);
        found.is_some_and(|there| there.account == account) && self.passkeys.remove(id).is_some()
    }

    pub(crate) fn store_passkey_challenge(
        &mut self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) {
        self.questions.retain(|_, (_, until)| now_ms < *until);
        self.questions.insert(*question, (to, until_ms));
        let to_all = self.questions.iter().filter(|(_, (to, _))| to.is_none());
        if to_all.clone().count() > MAX_PASSKEY_CHALLENGES
            && let Some((oldest, _)) = to_all.min_by_key(|(key, (_, until))| (*until, **key))
        {
            let oldest = *oldest;
            self.questions.remove(&oldest);
        }
    }

    pub(crate) fn consume_passkey_challenge(
        &mut self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> bool {
        let is_meant =
            |(whom, until_ms): &(Option<AccountId>, u64)| *whom == to && now_ms < *until_ms;
        self.questions.get(question).is_some_and(is_meant)
            && self.questions.remove(question).is_some()
    }

    fn end_grants(&mut self, ends: impl Fn(&AccountKey, &AccountGrant) -> bool) -> u64 {
        let before = self.keys.len();
        self.keys.retain(|key, grant| !ends(key, grant));
        (before - self.keys.len()) as u64
    }

    /// Assigns a side of an existing game to an account.
    pub(crate) fn attach(&mut self, id: AccountId, game: GameId, side: Side) -> AttachOutcome {
        if self.living(id).is_none() {
            return AttachOutcome::NotFound;
        }
        if self.side_of(id, game) == Some(side.opponent()) {
            return AttachOutcome::Taken;
        }
        match self.seats.entry((game, side)).or_insert(id) {
            owner if *owner == id => AttachOutcome::Stored,
            _ => AttachOutcome::Taken,
        }
    }

    /// Removes the owner of this side, since the game is deleted.
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

    pub(crate) fn facts(
        &self,
        id: AccountId,
        is_over: impl Fn(GameId) -> bool,
    ) -> Option<AccountFacts> {
        let person = self.accounts.get(&id)?;
        if person.account.is_deleted {
            return None;
        }
        let keys = || self.keys.values().filter(|grant| grant.account == id);
        let sessions = keys()
            .filter(|grant| grant.kind == GrantKind::Session)
            .count();
        let games = self.games_of(id, None, u32::MAX);
        Some(AccountFacts {
            account: person.account.clone(),
            folded: person.folded.clone(),
            seen_ms: keys().map(|grant| grant.seen_ms).max(),
            sessions: sessions as u32,
            tokens: (keys().count() - sessions) as u32,
            passkeys: self.passkeys_of(id).len() as u32,
            games: games.len() as u32,
            running: games.iter().filter(|(game, _)| !is_over(*game)).count() as u32,
        })
    }

    /// Accounts that match a filter, in the order of their folded names.
    pub(crate) fn listed(&self, filter: &AccountFilter, after: Option<&str>) -> Vec<AccountId> {
        let people = self.accounts.values().filter(|person| {
            !person.account.is_deleted
                && filter.takes(&person.folded, person.account.ban.as_ref())
                && after.is_none_or(|after| person.folded.as_str() > after)
        });
        let mut people: Vec<_> = people.collect();
        people.sort_by(|one, other| one.folded.cmp(&other.folded));
        people.into_iter().map(|person| person.account.id).collect()
    }

    pub(crate) fn set_ban(&mut self, id: AccountId, ban: Option<&Ban>) -> bool {
        let Some(person) = self.living(id) else {
            return false;
        };
        person.account.ban = ban.cloned();
        if ban.is_some() {
            self.end_sessions(id, None);
        }
        true
    }

    /// Renames an account. Returns its old name if it was renamed.
    pub(crate) fn rename(
        &mut self,
        id: AccountId,
        name: &AccountName,
    ) -> (Renamed, Option<String>) {
        let look_alike_key = Some(name.look_alike_key());
        let is_another = |person: &Person| {
            (person.folded == name.folded() || person.look_alike_key == look_alike_key)
                && person.account.id != id
        };
        let is_taken = self.accounts.values().any(is_another);
        match self.living(id) {
            None => (Renamed::NotFound, None),
            Some(_) if is_taken => (Renamed::NameTaken, None),
            Some(person) => {
                name.folded().clone_into(&mut person.folded);
                person.look_alike_key = look_alike_key;
                let old = std::mem::replace(&mut person.account.name, name.to_string());
                (Renamed::Stored, Some(old))
            }
        }
    }

    pub(crate) fn add_reset(&mut self, id: AccountId, code: &AccountKey, until_ms: u64) -> bool {
        let person = self.living(id);
        let Some(person) = person else { return false };
        person.reset = Some((*code, until_ms));
        person.recovery.clear();
        self.end_tokens(id);
        true
    }

    pub(crate) fn note(&mut self, action: &AdminAction) {
        self.admin_actions.push(action.clone());
    }

    pub(crate) fn admin_actions(&self, before: Option<u64>, most: u32) -> Vec<LoggedAdminAction> {
        let numbered = self.admin_actions.iter().enumerate().rev();
        let numbered = numbered.map(|(index, action)| (index as u64 + 1, action));
        let earlier = numbered.filter(|(number, _)| before.is_none_or(|before| *number < before));
        earlier
            .map(|(number, action)| LoggedAdminAction {
                number,
                action: action.clone(),
                name: action.account.and_then(|id| Some(self.account(id)?.name)),
            })
            .take(most as usize)
            .collect()
    }
}
