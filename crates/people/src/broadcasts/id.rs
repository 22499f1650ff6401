//! The id of a broadcast in addresses, and the stored key of its owner.

use sha2::{Digest, Sha256};

use crate::accounts::AccountId;
use crate::plain_text::Slug;

/// Hashed before the id of an account that owns a broadcast.
const ACCOUNT: &[u8] = b"damier broadcast account 1\n";

/// The id of a broadcast, as used in its address. Its organiser chooses it.
pub type BroadcastId = Slug<4, 40>;

/// The stored key of a broadcast's owner: the SHA-256 of a secret of 256 random bits, or of an
/// account's id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BroadcastKey([u8; 32]);

impl BroadcastKey {
    /// The key with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> BroadcastKey {
        BroadcastKey(bytes)
    }

    /// The key of an account's broadcasts.
    pub fn of_account(account: AccountId) -> BroadcastKey {
        let hash = Sha256::new()
            .chain_update(ACCOUNT)
            .chain_update(account.to_bits().to_be_bytes());
        BroadcastKey(hash.finalize().into())
    }

    /// Its bytes, as they are stored.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored key of an account must never change.
    #[test]
    fn an_account_has_one_owner_key() {
        let key = BroadcastKey::of_account(AccountId::from_bits(1));
        assert_eq!(key.as_bytes()[..4], [0xf1, 0x6f, 0xcb, 0x20]);
        assert_ne!(key, BroadcastKey::of_account(AccountId::from_bits(2)));
    }
}
