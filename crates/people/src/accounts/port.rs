//! Ports for accounts, the keys that open them, and their seats. `damier-storage` implements them
//! with a database, [`crate::in_memory::InMemoryStore`] in memory; the server calls them. Their
//! rules are in the parent module.

use async_trait::async_trait;
use damier_rules::Side;
use damier_session::GameId;

use crate::StoreError;
use crate::accounts::access::AccountGrant;
use crate::accounts::ban::Ban;
use crate::accounts::finished::{FinishedCursor, FinishedFilter, FinishedGame};
use crate::accounts::id::AccountId;
use crate::accounts::key::{AccountKey, PasswordHash};
use crate::accounts::name::AccountName;
use crate::accounts::name_keys::{fold, guest_look_alike_keys};
use crate::accounts::script::latin_among;

/// How many recovery codes an account gets at once.
pub const RECOVERY_CODES: usize = 8;

/// An account to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAccount {
    /// Its id, drawn at random by the server.
    pub id: AccountId,
    /// Its name.
    pub name: AccountName,
    /// Its password.
    pub password: PasswordHash,
    /// Its recovery codes.
    pub recovery: Vec<AccountKey>,
    /// When it is created, in Unix milliseconds.
    pub created_ms: u64,
}

/// An account, without its secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its displayed name; `deleted player n` once it is deleted, which is not a valid
    /// [`AccountName`].
    pub name: String,
    /// When it was created, in Unix milliseconds.
    pub created_ms: u64,
    /// Whether it is deleted.
    pub is_deleted: bool,
    /// The ban set last, which may have ended.
    pub ban: Option<Ban>,
}

/// The outcome of creating an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    /// It is created.
    Stored,
    /// Another account has this name, or one that folds to the same or looks the same.
    NameTaken,
}

/// The outcome of assigning a side of a game to an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachOutcome {
    /// Assigned, or already was.
    Stored,
    /// The side belongs to another account, or the account has the other side.
    Taken,
    /// The game or the account does not exist.
    NotFound,
}

/// An account with the password hash that was checked. A change made with it is applied only while
/// the account still has that hash: a recovery may set another between check and change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The account.
    pub account: AccountId,
    /// Its password hash at the time of the check.
    pub password: PasswordHash,
}

/// What happens to an account's tokens when its password changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenPolicy {
    /// All are revoked.
    End,
    /// They stay valid.
    Stay,
}

/// Accounts, their passwords and recovery codes. See the module for the rules.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Creates an account.
    async fn create_account(&self, new: &NewAccount) -> Result<Created, StoreError>;

    /// An account by its id, also a deleted one.
    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Accounts by their ids, also deleted ones, sorted by name.
    async fn accounts_with_deleted(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError>;

    /// Accounts by their ids without deleted ones, sorted by name.
    ///
    /// # Errors
    /// As [`Accounts::accounts_with_deleted`].
    async fn accounts_of(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let mut accounts = self.accounts_with_deleted(ids).await?;
        accounts.retain(|account| !account.is_deleted);
        Ok(accounts)
    }

    /// The account whose name folds to the same, with its password hash. Never a deleted one.
    async fn account_named(
        &self,
        name: &AccountName,
    ) -> Result<Option<(Account, PasswordHash)>, StoreError>;

    /// Whether an account has a name that looks like this free name of a guest.
    async fn is_name_of_an_account(&self, guest: &str) -> Result<bool, StoreError> {
        let folded = fold(&latin_among(guest));
        if folded.is_empty() {
            return Ok(false);
        }
        self.has_name_like(&folded, &guest_look_alike_keys(guest))
            .await
    }

    /// Whether an account has a name with this folded form or with one of these look-alike keys.
    async fn has_name_like(
        &self,
        folded: &str,
        look_alike_keys: &[String; 2],
    ) -> Result<bool, StoreError>;

    /// Replaces the password that was checked, ends all sessions but `keep`, and optionally all
    /// tokens. Keeps recovery and reset codes. Returns whether it was replaced: not if the account
    /// does not exist or has another password by now.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then nothing or all of it has been done.
    async fn set_password(
        &self,
        checked: &Checked,
        password: &PasswordHash,
        keep: Option<&AccountKey>,
        tokens: TokenPolicy,
    ) -> Result<bool, StoreError>;

    /// Uses up a recovery code, sets the password, replaces all other codes by `codes`, removes all
    /// passkeys, and ends all sessions and tokens, so an attacker who held the account loses it.
    /// Does nothing if the account has no such code or the reset code has expired.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then nothing or all of it has been done.
    async fn recover_account(
        &self,
        id: AccountId,
        code: &AccountKey,
        password: &PasswordHash,
        codes: &[AccountKey],
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Replaces the recovery codes if the account still has the password that was checked. Keeps
    /// the reset code, so an attacker cannot remove it. Of two concurrent calls the codes of one
    /// are stored. Returns whether they were replaced.
    async fn renew_recovery(
        &self,
        checked: &Checked,
        codes: &[AccountKey],
    ) -> Result<bool, StoreError>;

    /// Whether the account has this recovery code, or this unexpired reset code.
    async fn has_recovery(
        &self,
        id: AccountId,
        code: &AccountKey,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// How many recovery codes are left, without the reset code.
    async fn recovery_left(&self, id: AccountId) -> Result<u32, StoreError>;

    /// Deletes an account with its password, passkeys, codes, sessions and tokens, and renames it
    /// to `deleted player n`, with the next number, also in its games. Returns whether an undeleted
    /// account existed.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then nothing or all of it has been done.
    async fn delete_account(&self, id: AccountId) -> Result<bool, StoreError>;

    /// Like [`Self::delete_account`], if the account still has the password that was checked.
    /// Returns whether it was deleted.
    ///
    /// # Errors
    /// As [`Self::delete_account`].
    async fn delete_account_under(&self, checked: &Checked) -> Result<bool, StoreError>;
}

/// The sessions and tokens of accounts. See the module for the rules.
#[async_trait]
pub trait AccountKeys: Send + Sync + 'static {
    /// Adds a session or a token. Returns whether it was stored: not if the account does not exist,
    /// or another account has the key.
    async fn add_key(&self, key: &AccountKey, grant: &AccountGrant) -> Result<bool, StoreError>;

    /// Like [`Self::add_key`], if the account still has the password that was checked. Returns
    /// whether it was stored.
    async fn add_key_under(
        &self,
        key: &AccountKey,
        grant: &AccountGrant,
        checked: &PasswordHash,
    ) -> Result<bool, StoreError>;

    /// The grant of a key, and its account. The caller checks expiry.
    async fn key(&self, key: &AccountKey) -> Result<Option<(Account, AccountGrant)>, StoreError>;

    /// Records that a key was used.
    async fn saw_key(&self, key: &AccountKey, now_ms: u64) -> Result<(), StoreError>;

    /// The sessions and tokens of an account, the oldest first.
    async fn keys_of(&self, id: AccountId) -> Result<Vec<(AccountKey, AccountGrant)>, StoreError>;

    /// Ends a session or token of an account. Returns whether it existed.
    async fn end_key(&self, id: AccountId, key: &AccountKey) -> Result<bool, StoreError>;

    /// Ends all sessions of an account but `keep`; tokens stay. Returns their number.
    async fn end_sessions(
        &self,
        id: AccountId,
        keep: Option<&AccountKey>,
    ) -> Result<u64, StoreError>;

    /// Removes expired sessions. Returns their number.
    async fn sweep_keys(&self, now_ms: u64) -> Result<u64, StoreError>;
}

/// The sides of live games that belong to accounts. See the module for the rules.
#[async_trait]
pub trait OwnedSeats: Send + Sync + 'static {
    /// Assigns a side of a game to an account.
    async fn attach(
        &self,
        id: AccountId,
        game: GameId,
        side: Side,
    ) -> Result<AttachOutcome, StoreError>;

    /// The side that an account has in a game.
    async fn side_of(&self, id: AccountId, game: GameId) -> Result<Option<Side>, StoreError>;

    /// The accounts of the two sides of a game, White's first.
    async fn players_of(&self, game: GameId) -> Result<[Option<Account>; 2], StoreError>;

    /// The games of an account in the order of their ids: at most `most` of them, beginning after
    /// `after`.
    async fn games_of(
        &self,
        id: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError>;

    /// Its unfinished games in the order of their ids: at most `most` of them, by one query.
    async fn open_games_of(
        &self,
        id: AccountId,
        most: u32,
    ) -> Result<Vec<(GameId, Side)>, StoreError>;

    /// Its finished games that match a filter, latest first: at most `most` of them, starting after
    /// `after`. The cost grows with the account's games, not with the server's. A game that cannot
    /// be read is returned without its setup instead of failing the whole list.
    async fn finished_games_of(
        &self,
        id: AccountId,
        filter: &FinishedFilter,
        after: Option<FinishedCursor>,
        most: u32,
    ) -> Result<Vec<FinishedGame>, StoreError>;
}
