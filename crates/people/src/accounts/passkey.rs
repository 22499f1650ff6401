//! Passkeys: keys in a device or a password manager that open an account in place of the password, and the questions that they answer. The
//! server asks and checks the answers; the store keeps the public halves, and sees to it that a question is answered once.
//!
//! Rules of the port, beside those at the head of the module, the same for every backend and proven by one contract suite
//! (`damier-storage`, `tests/all/passkey_contract`):
//! - a passkey belongs to one account, whoever else brings its id;
//! - its counter, where it has one, only goes up: a use with one that does not is refused and changes nothing;
//! - a question is answered once, on whatever node, before its time is over, and by the account that it was put to;
//! - a recovery code takes the passkeys away with the old password, and so does a deletion; a new password that is set with the old one
//!   leaves them;
//! - the time is a parameter.

use std::fmt;

use async_trait::async_trait;

use crate::accounts::access::DeviceName;
use crate::accounts::id::AccountId;
use crate::accounts::key::AccountKey;
use crate::accounts::port::Account;
use crate::live::StoreError;

/// How many passkeys an account has at most.
pub const MOST_PASSKEYS: u32 = 20;

/// How long a question to a passkey waits for its answer, in milliseconds: five minutes.
pub const QUESTION_MS: u64 = 5 * 60 * 1_000;

/// How many questions to whoever signs in are kept at once, from all addresses together. Whoever asks for more makes the store forget the
/// oldest, not keep them all.
pub const MOST_QUESTIONS: usize = 5_000;

/// The id of a passkey, which its authenticator has drawn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PasskeyId(Vec<u8>);

impl PasskeyId {
    /// The most bytes of it (Web Authentication, level 3, §4, "Credential ID").
    pub const MOST: usize = 1_023;

    /// The id with these bytes; `None` where there are none or too many.
    pub fn new(bytes: Vec<u8>) -> Option<PasskeyId> {
        let fits = (1..=Self::MOST).contains(&bytes.len());
        fits.then_some(PasskeyId(bytes))
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for PasskeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasskeyId(")?;
        self.0
            .iter()
            .take(8)
            .try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// A passkey, as far as the server knows it: nothing of it is secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Which one.
    pub id: PasskeyId,
    /// Whose.
    pub account: AccountId,
    /// For which name of the server it was made, such as `draughts.example.org`: it opens nothing under another.
    pub host: String,
    /// The public key, as its authenticator wrote it (a COSE key). Whether it is one is for the server to see.
    pub public_key: Vec<u8>,
    /// How often it was used, as its authenticator counts; 0 where it does not.
    pub counter: u32,
    /// Whether it may be copied to other devices by a password manager. This never changes.
    pub is_synced: bool,
    /// By what its owner knows it.
    pub name: DeviceName,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// When somebody last signed in with it; `None` where nobody has.
    pub seen_ms: Option<u64>,
}

/// What became of a passkey that an account was to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasskeyAdded {
    /// It has it now.
    Stored,
    /// A passkey with this id is there.
    Taken,
    /// The account has as many as there may be.
    TooMany,
    /// There is no such account, or it is deleted, or the session that was to add it has ended.
    NotFound,
}

/// The passkeys of accounts. See the module for the rules.
#[async_trait]
pub trait Passkeys: Send + Sync + 'static {
    /// Adds a passkey to its account, where the session by which it is asked for is still there: a recovery ends all of them, and no passkey is added behind it.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn add_passkey(&self, new: &Passkey, by: &AccountKey)
    -> Result<PasskeyAdded, StoreError>;

    /// A passkey and whose it is.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or the passkey cannot be read.
    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError>;

    /// The passkeys of an account, the oldest first.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer or a passkey cannot be read.
    async fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError>;

    /// Notes that a passkey was used at this moment, and its counter. Does nothing and answers `false` where the counter has not gone up
    /// although one of both is above zero: then the key is in two places, or there is no such passkey.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn use_passkey(
        &self,
        id: &PasskeyId,
        counter: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes a passkey of an account. Answers whether there was such a one.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError>;

    /// Keeps a question, by its digest, until a moment: to whoever signs in, or to an account that is to have a new passkey. Questions whose
    /// time is over are forgotten with it, and of those to whoever signs in all but the latest [`MOST_QUESTIONS`].
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn ask_passkey(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError>;

    /// Takes a question that was put to this account, or to whoever signs in. Answers whether it was there and its time is not over;
    /// afterwards it is not there.
    ///
    /// # Errors
    /// [`StoreError`] when the store does not answer.
    async fn take_question(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        now_ms: u64,
    ) -> Result<bool, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_neither_empty_nor_longer_than_the_standard_lets_it_be() {
        assert_eq!(PasskeyId::new(Vec::new()), None);
        assert_eq!(PasskeyId::new(vec![1; PasskeyId::MOST + 1]), None);
        let id = PasskeyId::new(vec![0xab; PasskeyId::MOST]).unwrap();
        assert_eq!(id.as_bytes().len(), PasskeyId::MOST);
        assert_eq!(format!("{id:?}"), "PasskeyId(abababababababab)");
    }
}
