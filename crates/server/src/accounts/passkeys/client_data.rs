//! Client data of a response: its challenge and the page's origin. It is signed with the rest.

use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;

use super::PasskeyChallenge;
use super::fault::PasskeyFault;
use super::relying_party::RelyingParty;

/// The kind of a WebAuthn ceremony.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ceremony {
    /// Registers a new passkey.
    Create,
    /// Uses an existing passkey.
    Get,
}

impl Ceremony {
    const fn word(self) -> &'static str {
        match self {
            Self::Create => "webauthn.create",
            Self::Get => "webauthn.get",
        }
    }
}

/// As defined by the standard (§5.8.1). Browsers may add members, which are ignored.
#[derive(Debug, Deserialize)]
struct Sent {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: Option<bool>,
}

/// Client data for this server's page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ClientData {
    /// The challenge of the response. The store checks whether it was issued.
    pub(crate) question: PasskeyChallenge,
}

impl ClientData {
    /// Reads the client data, and requires this ceremony, on the server's own page, and not in a
    /// frame of another.
    pub(crate) fn read(
        bytes: &[u8],
        ceremony: Ceremony,
        party: &RelyingParty,
    ) -> Result<Self, PasskeyFault> {
        let sent: Sent = serde_json::from_slice(bytes).map_err(|_| PasskeyFault::Form)?;
        if sent.r#type != ceremony.word() {
            return Err(PasskeyFault::Kind);
        }
        if sent.cross_origin == Some(true) || !party.has_origin(&sent.origin) {
            return Err(PasskeyFault::Origin);
        }
        let question = BASE64URL_NOPAD.decode(sent.challenge.as_bytes());
        let question = question.map_err(|_| PasskeyFault::Form)?;
        Ok(Self {
            question: PasskeyChallenge(question),
        })
    }
}
