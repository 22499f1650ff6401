//! The accounts of the in-memory store, with what several methods of the ports share.

use std::collections::BTreeMap;

use damier_rules::Side;
use damier_session::GameId;

use crate::accounts::{
    Account, AccountGrant, AccountId, AccountKey, AdminAction, AttachOutcome, Checked, GrantKind,
    Passkey, PasskeyId, PasswordHash, ProgressPart, ProgressText, TokenPolicy,
};

#[derive(Debug)]
pub(in crate::in_memory) struct Person {
    pub(in crate::in_memory) account: Account,
    pub(in crate::in_memory) folded: String,
    /// The look-alike key of its name; `None` once the account is deleted.
    pub(in crate::in_memory) look_alike_key: Option<String>,
    pub(in crate::in_memory) password: Option<PasswordHash>,
    pub(in crate::in_memory) recovery: Vec<AccountKey>,
    /// The reset code and when it expires.
    pub(in crate::in_memory) reset: Option<(AccountKey, u64)>,
}

impl Person {
    pub(in crate::in_memory) fn resets_with(&self, code: &AccountKey, now_ms: u64) -> bool {
        self.reset
            .is_some_and(|(reset, until_ms)| reset == *code && now_ms < until_ms)
    }
}

/// The accounts of an in-memory store.
#[derive(Debug, Default)]
pub(in crate::in_memory) struct InMemoryAccounts {
    pub(in crate::in_memory) accounts: BTreeMap<AccountId, Person>,
    pub(in crate::in_memory) keys: BTreeMap<AccountKey, AccountGrant>,
    pub(in crate::in_memory) seats: BTreeMap<(GameId, Side), AccountId>,
    pub(in crate::in_memory) progress: BTreeMap<(AccountId, ProgressPart), ProgressText>,
    pub(in crate::in_memory) admin_actions: Vec<AdminAction>,
    pub(in crate::in_memory) passkeys: BTreeMap<PasskeyId, Passkey>,
    /// Passkey challenges: the account, if any, and when they expire.
    pub(in crate::in_memory) questions: BTreeMap<AccountKey, (Option<AccountId>, u64)>,
}

impl InMemoryAccounts {
    pub(in crate::in_memory) fn account(&self, id: AccountId) -> Option<Account> {
        Some(self.accounts.get(&id)?.account.clone())
    }

    pub(in crate::in_memory) fn is_living(&self, id: AccountId) -> bool {
        let person = self.accounts.get(&id);
        person.is_some_and(|person| !person.account.is_deleted)
    }

    pub(in crate::in_memory) fn living(&mut self, id: AccountId) -> Option<&mut Person> {
        let person = self.accounts.get_mut(&id);
        person.filter(|person| !person.account.is_deleted)
    }

    /// Whether an account exists and has the password that was checked. A deleted account has none.
    pub(in crate::in_memory) fn has_password(&self, checked: &Checked) -> bool {
        let person = self.accounts.get(&checked.account);
        person.is_some_and(|person| person.password.as_ref() == Some(&checked.password))
    }

    pub(in crate::in_memory) fn set_password(
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

    pub(in crate::in_memory) fn end_tokens(&mut self, id: AccountId) {
        self.end_grants(|_, grant| grant.account == id && grant.kind != GrantKind::Session);
    }

    pub(in crate::in_memory) fn add_key(&mut self, key: &AccountKey, grant: &AccountGrant) -> bool {
        if self.living(grant.account).is_none() {
            return false;
        }
        self.keys.entry(*key).or_insert_with(|| grant.clone()) == grant
    }

    pub(in crate::in_memory) fn key(&self, key: &AccountKey) -> Option<(Account, AccountGrant)> {
        let grant = self.keys.get(key)?;
        Some((self.account(grant.account)?, grant.clone()))
    }

    pub(in crate::in_memory) fn end_sessions(
        &mut self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> u64 {
        self.end_grants(|key, grant| {
            grant.account == id && grant.kind == GrantKind::Session && Some(key) != keep
        })
    }

    pub(in crate::in_memory) fn passkeys_of(&self, account: AccountId) -> Vec<Passkey> {
        let all = self.passkeys.values();
        let mut own: Vec<_> = all.filter(|it| it.account == account).cloned().collect();
        own.sort_by(|one, other| (one.created_ms, &one.id).cmp(&(other.created_ms, &other.id)));
        own
    }

    pub(in crate::in_memory) fn end_grants(
        &mut self,
        ends: impl Fn(&AccountKey, &AccountGrant) -> bool,
    ) -> u64 {
        let before = self.keys.len();
        self.keys.retain(|key, grant| !ends(key, grant));
        (before - self.keys.len()) as u64
    }

    /// Assigns a side of an existing game to an account.
    pub(in crate::in_memory) fn attach(
        &mut self,
        id: AccountId,
        game: GameId,
        side: Side,
    ) -> AttachOutcome {
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

    pub(in crate::in_memory) fn owner(&self, game: GameId, side: Side) -> Option<AccountId> {
        self.seats.get(&(game, side)).copied()
    }

    pub(in crate::in_memory) fn side_of(&self, id: AccountId, game: GameId) -> Option<Side> {
        let mut sides = [Side::White, Side::Black].into_iter();
        sides.find(|side| self.owner(game, *side) == Some(id))
    }

    pub(in crate::in_memory) fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Vec<(GameId, Side)> {
        let own = self.seats.iter().filter(|(_, owner)| **owner == id);
        let later = own.filter(|((game, _), _)| after.is_none_or(|after| *game > after));
        later.map(|(seat, _)| *seat).take(most as usize).collect()
    }
}
