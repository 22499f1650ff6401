//! The ports to accounts, to what opens them, and to the seats that they have. `damier-storage` implements them with a database,
//! [`crate::in_memory::InMemoryStore`] in memory; the server calls them. Their rules stand at the head of the module.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::accounts::access::AccountGrant;
use crate::accounts::ban::Ban;
use crate::accounts::finished::{FinishedFilter, FinishedGame, FinishedPlace};
use crate::accounts::id::AccountId;
use crate::accounts::key::{AccountKey, PasswordHash};
use crate::accounts::name::AccountName;
use crate::live::StoreError;

/// How many recovery codes an account is given at once.
pub const RECOVERY_CODES: usize = 8;

/// An account that is to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAccount {
    /// Its id, drawn by the server.
    pub id: AccountId,
    /// Its name.
    pub name: AccountName,
    /// Its password.
    pub password: PasswordHash,
    /// Its recovery codes.
    pub recovery: Vec<AccountKey>,
    /// When it is made, in Unix milliseconds.
    pub created_ms: u64,
}

/// An account, without what opens it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Which one.
    pub id: AccountId,
    /// Its name as it is shown; `deleted player n` once it is deleted, which is no [`AccountName`].
    pub name: String,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// Whether it is deleted.
    pub is_deleted: bool,
    /// The ban that was last set, which may be over.
    pub ban: Option<Ban>,
}

/// What became of an account that was to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    /// It is made.
    Stored,
    /// Another account has this name, or one that folds to the same or looks the same.
    NameTaken,
}

/// What became of a side of a game that an account was to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attached {
    /// It has it now, or had it before.
    Stored,
    /// The side belongs to another account, or the account has the other side.
    Taken,
    /// There is no such game or no such account.
    NotFound,
}

/// An account whose password somebody has shown, with the password that was checked. What he asks for is done only while the account still has it: between
/// the check and the change somebody who has a recovery code may have set another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Which account.
    pub account: AccountId,
    /// The password that it had when it was checked.
    pub password: PasswordHash,
}

/// What becomes of the tokens of an account when its password is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokensThen {
    /// All of them end.
    End,
    /// They are good as before.
    Stay,
}

/// Accounts, their passwords and recovery codes. See the module for the rules.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Makes an account.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError>;

    /// One account, also a deleted one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the account cannot be read.
    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// These accounts, also deleted ones, in the order of their names.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or an account cannot be read.
    async fn accounts_with_deleted(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError>;

    /// Those of these accounts that are not deleted, in the order of their names.
    ///
    /// # Errors
    /// As [`Accounts::accounts_with_deleted`].
    async fn accounts_of(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let mut accounts = self.accounts_with_deleted(ids).await?;
        accounts.retain(|account| !account.is_deleted);
        Ok(accounts)
    }

    /// The account whose name folds to the same, with its password. A deleted one has no name that could be asked for.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the account cannot be read.
    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError>;

    /// Sets the password in place of the one that was checked and ends all sessions but `keep`, and tokens if that is wanted. Recovery codes stay, and a reset
    /// code. Answers whether it is done: not where there is no such account, or where it has another password by now.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then nothing or all of it has been done.
    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokensThen,
    ) -> Result<bool, StoreError>;

    /// Uses a recovery code up, sets the password, puts `codes` in place of all other codes, removes all passkeys and ends all sessions and tokens: whoever has
    /// taken the account over keeps nothing. Does nothing where the account has no such code, or where it is a reset code whose time is over.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then nothing or all of it has been done.
    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Puts these recovery codes in place of those that there are, where the account still has the password that was checked. A reset code stays: whoever has
    /// taken the account over takes it from nobody. Of two that do so at once, the codes of one are good. Answers whether it is done.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError>;

    /// Whether the account has this recovery code, or this reset code at this moment.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// How many recovery codes are left. A reset code is not counted.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError>;

    /// Deletes an account: its password, passkeys, codes, sessions and tokens are gone, and it is called `deleted player n` here and in the games that
    /// it played, n being the next number. Answers whether there was such an account that was not deleted.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer; then nothing or all of it has been done.
    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError>;

    /// The same, where the account still has the password that was checked; otherwise nothing is done. Answers whether it is deleted now.
    ///
    /// # Errors
    /// As [`Self::delete_account`].
    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError>;
}

/// The sessions and tokens of accounts. See the module for the rules.
#[async_trait]
pub trait AccountKeys: Send + Sync + 'static {
    /// Adds a session or a token. Answers whether it is there now: not where there is no such account, or where another has the key.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn add_key(&self, key: &AccountKey, grant: &AccountGrant) -> Result<bool, StoreError>;

    /// The same, where the account still has the password that was checked: it may be changed between the check and this. Answers whether the key
    /// is there now.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn add_key_under(
        &self,
        key: &AccountKey,
        grant: &AccountGrant,
        checked: &PasswordHash,
    ) -> Result<bool, StoreError>;

    /// What a key gives, and the account. Whether a session is still good is for the caller to ask.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the key cannot be read.
    async fn key(&self, key: &AccountKey) -> Result<Option<(Account, AccountGrant)>, StoreError>;

    /// Notes that a key was used at this moment.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn saw_key(&self, key: &AccountKey, now_ms: u64) -> Result<(), StoreError>;

    /// The sessions and tokens of an account, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a key cannot be read.
    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError>;

    /// Ends a session or a token of an account. Answers whether there was such a one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn end_key(&self, id: AccountId, key: &AccountKey) -> Result<bool, StoreError>;

    /// Ends all sessions of an account but `keep`; tokens stay. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError>;

    /// Removes sessions that are good no more. Answers how many.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError>;
}

/// The sides of live games that belong to accounts. See the module for the rules.
#[async_trait]
pub trait OwnedSeats: Send + Sync + 'static {
    /// Gives a side of a game to an account.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn attach(&self, id: AccountId, game: GameId, side: Side)
    -> Result<Attached, StoreError>;

    /// Which side of a game an account has.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn side_of(&self, id: AccountId, game: GameId) -> Result<Option<Side>, StoreError>;

    /// The accounts of the two sides of a game, White's first.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn players_of(&self, game: GameId) -> Result<[Option<Account>; 2], StoreError>;

    /// The games of an account in the order of their ids: at most `most` of them, beginning after `after`.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError>;

    /// Those of its games that are not over, in the order of their ids: at most `most` of them. However many the account has played, it is
    /// asked once.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn open_games_of(
        &self,
        id: AccountId,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError>;

    /// Those of its games that are over and fit a filter, the one that ended last first: at most `most` of them, beginning behind `after`. The work
    /// grows with the games of the account, not with those of the server. A game that cannot be read stands there without what was agreed: it takes
    /// none of the others away.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn finished_games_of(
        &self,
        id: AccountId,
        filter: &FinishedFilter,
        after: Option<FinishedPlace>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError>;
}
