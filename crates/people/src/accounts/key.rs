//! What is stored of what opens an account. Made by the server, which has the secrets for a moment; kept by the ports.

use std::fmt;

/// The SHA-256 of a secret that opens an account: of a session, a token or a recovery code. Each has 112 random bits or more, so a plain
/// digest is enough (OWASP ASVS 5.0, 6.5.2).
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

    /// The first half of its bytes, by which a list names it: whoever reads the list cannot sign in with that.
    pub fn handle(&self) -> u128 {
        let half = self.0.iter().take(16);
        half.fold(0, |bits, byte| bits << 8 | u128::from(*byte))
    }
}

/// A password as Argon2 leaves it: a text that says how it was made, its salt and its hash. It is not written into logs.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// A hash as it was made or stored.
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
    fn a_list_names_a_key_by_its_first_half() {
        let mut bytes = [0; 32];
        bytes[0] = 0xab;
        bytes[15] = 1;
        bytes[16] = 0xff;
        let handle = AccountKey::from_bytes(bytes).handle();
        assert_eq!(format!("{handle:032x}"), "ab000000000000000000000000000001");
    }

    #[test]
    fn a_hash_does_not_show_itself() {
        assert!(!format!("{:?}", PasswordHash::new("$argon2id$x")).contains("argon"));
    }
}
