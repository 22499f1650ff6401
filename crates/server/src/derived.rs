//! Values derived by hashing, which every node computes alike.

use sha2::{Digest, Sha256};

/// The SHA-256 of these parts. The purpose is hashed first, so that the hashes of the same parts
/// for two purposes differ.
pub(crate) fn hash(purpose: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update(purpose);
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// The first half of a hash, as the bits of an id.
pub(crate) fn first_half(hash: &[u8; 32]) -> u128 {
    u128::from_be_bytes(std::array::from_fn(|at| hash[at]))
}

/// These bits as a UUID of a version.
pub(crate) const fn uuid(bits: u128, version: u128) -> u128 {
    bits & !(0xf << 76) & !(0b11 << 62) | version << 76 | 0b10 << 62
}

/// A UUID of version 7, which begins with the time; its other bits are the last of these.
pub(crate) fn uuid_v7(now_ms: u64, bits: u128) -> u128 {
    uuid(u128::from(now_ms) << 80 | bits & ((1 << 80) - 1), 7)
}
