//! The stored key of a teacher or of a pupil's device.

/// The SHA-256 of the secret of a teacher or a pupil. The secret has 256 random bits, so a plain
/// digest is enough (OWASP ASVS 5.0, 6.5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassKey([u8; 32]);

impl ClassKey {
    /// The key with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> ClassKey {
        ClassKey(bytes)
    }

    /// Its bytes, as they are stored.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
