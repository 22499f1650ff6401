//! Authenticator data: the server it is for, user presence and verification, the counter, and a new
//! key (§6.1).

use damier_people::accounts::PasskeyId;
use sha2::{Digest, Sha256};

use super::fault::PasskeyFault;
use super::relying_party::RelyingParty;

const PRESENT: u8 = 1;
const VERIFIED: u8 = 1 << 2;
const MAY_BE_COPIED: u8 = 1 << 3;
const IS_COPIED: u8 = 1 << 4;
const HAS_KEY: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

/// The hash of the server's name, the flags, and the counter.
const HEAD: usize = 32 + 1 + 4;

/// The AAGUID of the authenticator, which is ignored.
const MODEL: usize = 16;

/// The parsed part of fixed length.
#[derive(Debug)]
pub(crate) struct AuthenticatorData<'a> {
    host_hash: &'a [u8],
    flags: u8,
    pub(crate) counter: u32,
    pub(crate) rest: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, PasskeyFault> {
        let (head, rest) = bytes.split_at_checked(HEAD).ok_or(PasskeyFault::Form)?;
        let (host_hash, head) = head.split_at(32);
        let [flags, a, b, c, d] = *head else {
            return Err(PasskeyFault::Form);
        };
        Ok(Self {
            host_hash,
            flags,
            counter: u32::from_be_bytes([a, b, c, d]),
            rest,
        })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether a password manager may copy the key to other devices.
    pub(crate) fn is_synced(&self) -> bool {
        self.has(MAY_BE_COPIED)
    }

    /// Requires that it is for this server, with user presence and verification.
    pub(crate) fn require(&self, party: &RelyingParty) -> Result<(), PasskeyFault> {
        if self.host_hash != Sha256::digest(party.id()).as_slice() {
            Err(PasskeyFault::Host)
        } else if !self.has(PRESENT) {
            Err(PasskeyFault::Presence)
        } else if !self.has(VERIFIED) {
            Err(PasskeyFault::Verification)
        } else if self.has(IS_COPIED) && !self.has(MAY_BE_COPIED) {
            Err(PasskeyFault::Form)
        } else {
            Ok(())
        }
    }

    /// The id of a new key, and the bytes after it.
    pub(crate) fn credential(&self) -> Result<(PasskeyId, &'a [u8]), PasskeyFault> {
        if !self.has(HAS_KEY) {
            return Err(PasskeyFault::Key);
        }
        let behind = self.rest.split_at_checked(MODEL).map(|(_, behind)| behind);
        let (length, behind) = behind
            .and_then(<[u8]>::split_first_chunk)
            .ok_or(PasskeyFault::Form)?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (id, behind) = behind.split_at_checked(length).ok_or(PasskeyFault::Form)?;
        let id = PasskeyId::new(id.to_vec()).ok_or(PasskeyFault::Form)?;
        Ok((id, behind))
    }

    /// Requires that nothing follows except announced extensions. None were requested, and none are
    /// read.
    pub(crate) fn require_end(&self, behind: &[u8]) -> Result<(), PasskeyFault> {
        if behind.is_empty() == self.has(HAS_EXTENSIONS) {
            return Err(PasskeyFault::Form);
        }
        Ok(())
    }
}
