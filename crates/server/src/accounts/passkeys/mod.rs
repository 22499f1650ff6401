//! Verification of passkeys without a store: relying party, challenge, and signature. After Web
//! Authentication, level 3 (W3C), §7.1 and §7.2, with discoverable keys, user verification, and no
//! attestation, since the model of a device is private. The signatures are verified by ring. Why no
//! library for the whole: `docs/decisions/0071-passkeys-verified-with-ring.md`.

pub(crate) mod authenticator_data;
pub(crate) mod client_data;
pub(crate) mod fault;
pub(crate) mod public_key;
pub(crate) mod relying_party;

use authenticator_data::AuthenticatorData;
pub(crate) use client_data::{Ceremony, ClientData};
use damier_people::accounts::{AccountKey, PasskeyId};
use data_encoding::BASE64URL_NOPAD;
pub(crate) use fault::PasskeyFault;
pub(crate) use public_key::ALGORITHMS;
use public_key::PublicKey;
pub(crate) use relying_party::RelyingParty;
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::random::random_bytes;

/// The domain separator of the digest of a challenge.
const CHALLENGE_DOMAIN: &[u8] = b"damier passkey question 1\n";

/// The maximum size of each part of a response. Browsers send a few hundred bytes.
const MAX_BYTES: usize = 4 * 1024;

/// Creates a challenge to be sent to the page.
pub(crate) fn new_passkey_challenge() -> Result<PasskeyChallenge, Problem> {
    Ok(PasskeyChallenge(random_bytes::<32>()?.to_vec()))
}

/// A passkey challenge: random bytes that are signed with the response, so that no response can be
/// replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PasskeyChallenge(Vec<u8>);

impl PasskeyChallenge {
    /// Encoded as URL-safe Base64.
    pub(crate) fn text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }

    /// Its stored digest.
    pub(crate) fn key(&self) -> AccountKey {
        let hash = Sha256::new()
            .chain_update(CHALLENGE_DOMAIN)
            .chain_update(&self.0);
        AccountKey::from_bytes(hash.finalize().into())
    }
}

/// The bytes of a part of an answer.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, PasskeyFault> {
    if text.len() > 2 * MAX_BYTES {
        return Err(PasskeyFault::Form);
    }
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
    let bytes = bytes.map_err(|_| PasskeyFault::Form)?;
    if bytes.len() > MAX_BYTES {
        return Err(PasskeyFault::Form);
    }
    Ok(bytes)
}

/// Bytes as URL-safe Base64, for the page.
pub(crate) fn text(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

/// A newly registered passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewKey {
    pub(crate) id: PasskeyId,
    pub(crate) public_key: Vec<u8>,
    pub(crate) counter: u32,
    pub(crate) is_synced: bool,
}

/// Reads the new passkey of a response whose client data is valid (§7.1, from step 13 on).
pub(crate) fn registered(
    authenticator_data: &[u8],
    party: &RelyingParty,
) -> Result<NewKey, PasskeyFault> {
    let data = AuthenticatorData::read(authenticator_data)?;
    data.require(party)?;
    let (id, rest) = data.credential()?;
    let (_, length) = PublicKey::read(rest)?;
    let (public_key, behind) = rest.split_at(length);
    data.require_end(behind)?;
    Ok(NewKey {
        id,
        public_key: public_key.to_vec(),
        counter: data.counter,
        is_synced: data.is_synced(),
    })
}

/// The verified facts of a response by a stored passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proved {
    /// The authenticator's counter of uses.
    pub(crate) counter: u32,
}

/// A passkey's response to a challenge, whose client data is valid.
#[derive(Debug)]
pub(crate) struct Assertion<'a> {
    pub(crate) authenticator_data: &'a [u8],
    pub(crate) client_data: &'a [u8],
    pub(crate) signature: &'a [u8],
}

impl Assertion<'_> {
    /// Verifies that the response was signed with this public key, for this server, with user
    /// verification (§7.2, from step 11 on). `is_synced` is the stored backup flag.
    pub(crate) fn verify(
        &self,
        public_key: &[u8],
        is_synced: bool,
        party: &RelyingParty,
    ) -> Result<Proved, PasskeyFault> {
        let data = AuthenticatorData::read(self.authenticator_data)?;
        data.require(party)?;
        data.require_end(data.rest)?;
        if data.is_synced() != is_synced {
            return Err(PasskeyFault::Synced);
        }
        let (key, _) = PublicKey::read(public_key)?;
        let hash = Sha256::digest(self.client_data);
        let signed = [self.authenticator_data, hash.as_slice()].concat();
        key.verify(&signed, self.signature)?;
        Ok(Proved {
            counter: data.counter,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
