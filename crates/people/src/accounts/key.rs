//! Stored forms of the secrets that open an account: digests and password hashes. The server
//! computes them; the ports store them.

use std::fmt;

/// The SHA-256 of the secret of a session, token or recovery code. Each secret has at least 112
/// random bits, so a plain digest is enough (OWASP ASVS 5.0, 6.5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccountKey([u8; 32]);

impl AccountKey {
    /// The key with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> AccountKey {
        AccountKey(bytes)
    }

    /// Its bytes, as they are stored.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first half of its bytes, which names it in lists. It does not suffice to sign in.
    pub fn list_id(&self) -> u128 {
        let half = self.0.iter().take(16);
        half.fold(0, |bits, byte| bits << 8 | u128::from(*byte))
    }
}

/// An Argon2 hash of a password in PHC format, with parameters and salt. Its `Debug` output is
/// redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a hash that was computed or read from the store.
    pub fn new(text: impl Into<String>) -> PasswordHash {
        PasswordHash(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_identifies_a_key_by_its_first_half() {
        let mut bytes = [0; 32];
        bytes[0] = 0xab;
        bytes[15] = 1;
        bytes[16] = 0xff;
        let list_id = AccountKey::from_bytes(bytes).list_id();
        assert_eq!(
            format!("{list_id:032x}"),
            "ab000000000000000000000000000001"
        );
    }

    #[test]
    fn a_hash_is_not_printed() {
        assert!(!format!("{:?}", PasswordHash::new("$argon2id$x")).contains("argon"));
    }
}
