//! Passkeys, which open an account in place of the password, and their WebAuthn challenges. The
//! server creates challenges and verifies responses; the store keeps public keys and makes sure
//! that a challenge is used once.
//!
//! Rules of the port, in addition to those of the parent module, checked by one contract suite
//! (`damier-storage`, `tests/all/passkeys_contract`):
//! - a passkey belongs to one account, whichever other account presents its id;
//! - a signature counter only grows: a use with a counter that does not is rejected and changes
//!   nothing;
//! - a challenge is used once across all nodes, before it expires, and by the account for which it
//!   was created;
//! - recovery by a code and deletion of the account remove its passkeys; changing the password
//!   keeps them;
//! - the time is a parameter.

use std::fmt;

use async_trait::async_trait;

use crate::StoreError;
use crate::accounts::access::DeviceName;
use crate::accounts::id::AccountId;
use crate::accounts::key::AccountKey;
use crate::accounts::port::Account;

/// The maximum number of passkeys of an account.
pub const MAX_PASSKEYS: u32 = 20;

/// How long a passkey challenge is valid, in milliseconds: five minutes.
pub const PASSKEY_CHALLENGE_LIFETIME_MS: u64 = 5 * 60 * 1_000;

/// The maximum number of stored challenges for signing in, of all addresses together. Creating more
/// evicts the oldest.
pub const MAX_PASSKEY_CHALLENGES: usize = 5_000;

/// The id of a passkey, chosen by its authenticator.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PasskeyId(Vec<u8>);

impl PasskeyId {
    /// Its maximum length in bytes (Web Authentication, level 3, §4, "Credential ID").
    pub const MAX_BYTES: usize = 1_023;

    /// The id with these bytes; `None` if empty or too long.
    pub fn new(bytes: Vec<u8>) -> Option<PasskeyId> {
        let fits = (1..=Self::MAX_BYTES).contains(&bytes.len());
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

/// A passkey as the server stores it. Nothing in it is secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its id.
    pub id: PasskeyId,
    /// The account it belongs to.
    pub account: AccountId,
    /// The host name of the server for which it was made, such as `draughts.example.org`; it is
    /// valid for no other.
    pub host: String,
    /// The public key as its authenticator wrote it (a COSE key). The server validates it.
    pub public_key: Vec<u8>,
    /// Its signature counter; 0 for authenticators without one.
    pub counter: u32,
    /// Whether a password manager may copy it to other devices. Never changes.
    pub is_synced: bool,
    /// The label that its owner sees.
    pub name: DeviceName,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// When it was last used to sign in; `None` if never.
    pub seen_ms: Option<u64>,
}

/// The outcome of adding a passkey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasskeyAdded {
    /// Stored.
    Stored,
    /// A passkey with this id exists.
    Taken,
    /// The account has the maximum number.
    TooMany,
    /// The account does not exist or is deleted, or the session that requested it has ended.
    NotFound,
}

/// The passkeys of accounts. See the module for the rules.
#[async_trait]
pub trait Passkeys: Send + Sync + 'static {
    /// Adds a passkey if the requesting session still exists. A recovery ends all sessions, so none
    /// is added after it.
    async fn add_passkey(&self, new: &Passkey, by: &AccountKey)
    -> Result<PasskeyAdded, StoreError>;

    /// A passkey and its account.
    async fn passkey(&self, id: &PasskeyId) -> Result<Option<(Account, Passkey)>, StoreError>;

    /// The passkeys of an account, the oldest first.
    async fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError>;

    /// Records a use of a passkey with its counter. Returns `false` and changes nothing if there is
    /// no such passkey, or if the counter has not grown although one of both is above zero: then
    /// the key has been cloned.
    async fn use_passkey(
        &self,
        id: &PasskeyId,
        counter: u32,
        now_ms: u64,
    ) -> Result<bool, StoreError>;

    /// Removes a passkey of an account. Returns whether it existed.
    async fn remove_passkey(&self, account: AccountId, id: &PasskeyId) -> Result<bool, StoreError>;

    /// Stores the digest of a challenge until it expires: for signing in, or for an account that
    /// adds a passkey. Also deletes expired challenges, and all sign-in challenges but the latest
    /// [`MAX_PASSKEY_CHALLENGES`].
    async fn store_passkey_challenge(
        &self,
        question: &AccountKey,
        to: Option<AccountId>,
        until_ms: u64,
        now_ms: u64,
    ) -> Result<(), StoreError>;

    /// Removes a challenge of this account, or one for signing in. Returns whether it existed and
    /// had not expired.
    async fn consume_passkey_challenge(
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
    fn an_id_has_the_length_of_the_standard() {
        assert_eq!(PasskeyId::new(Vec::new()), None);
        assert_eq!(PasskeyId::new(vec![1; PasskeyId::MAX_BYTES + 1]), None);
        let id = PasskeyId::new(vec![0xab; PasskeyId::MAX_BYTES]).unwrap();
        assert_eq!(id.as_bytes().len(), PasskeyId::MAX_BYTES);
        assert_eq!(format!("{id:?}"), "PasskeyId(abababababababab)");
    }
}
