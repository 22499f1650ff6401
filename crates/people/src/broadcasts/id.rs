//! The id of a broadcast in addresses, and the stored key of its owner.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::accounts::AccountId;

/// Hashed before the id of an account that owns a broadcast.
const ACCOUNT: &[u8] = b"damier broadcast account 1\n";

/// Allowed lengths of an id in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 4..=40;

/// The id of a broadcast: lowercase letters, digits and hyphens, as used in its address. Its
/// organiser chooses it, so it can be read aloud.
///
/// ```
/// use damier_people::broadcasts::BroadcastId;
///
/// let id: BroadcastId = "salou-2026".parse()?;
/// assert_eq!(id.as_str(), "salou-2026");
/// assert!("Salou 2026".parse::<BroadcastId>().is_err());
/// # Ok::<(), damier_people::broadcasts::BroadcastIdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BroadcastId(String);

impl BroadcastId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BroadcastId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for BroadcastId {
    type Err = BroadcastIdError;

    fn from_str(text: &str) -> Result<BroadcastId, BroadcastIdError> {
        let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let fits = LENGTH.contains(&text.len()) && text.bytes().all(is_known);
        let hangs = text.starts_with('-') || text.ends_with('-');
        if fits && !hangs {
            Ok(BroadcastId(text.to_owned()))
        } else {
            Err(BroadcastIdError)
        }
    }
}

/// Error: a text is not the id of a broadcast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a broadcast's id has 4 to 40 lowercase letters, digits and hyphens, and neither begins nor ends with a hyphen"
)]
pub struct BroadcastIdError;

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

    #[test]
    fn an_id_is_easy_to_read_out() {
        for good in ["wk26", "salou-2026", "a-1-b", &"x".repeat(40)] {
            assert_eq!(good.parse::<BroadcastId>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "abc",
            "-abc",
            "abc-",
            "Salou",
            "sal ou",
            "salöu",
            "a/b/c/d",
            &"x".repeat(41),
        ] {
            assert_eq!(bad.parse::<BroadcastId>(), Err(BroadcastIdError), "{bad:?}");
        }
    }
}
