//! Why a passkey's response is rejected.

/// Why a response is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasskeyFault {
    /// A part is malformed or too long.
    #[error("a part of the response is malformed or too long")]
    Form,
    /// It responds to another kind of challenge.
    #[error("the response belongs to another kind of challenge")]
    Kind,
    /// It was made on another site's page, or in its frame.
    #[error("the response comes from a page of another site")]
    Origin,
    /// It was made for another server.
    #[error("the response is for another server")]
    Host,
    /// No user presence.
    #[error("no user was present at the device")]
    Presence,
    /// The user was not verified.
    #[error("the device did not verify its user")]
    Verification,
    /// The key is invalid, or of an unsupported kind.
    #[error("the public key is invalid or of an unsupported kind")]
    Key,
    /// The signature is not that of the key.
    #[error("the signature is not by this passkey")]
    Signature,
    /// Its backup flag differs from the one stored.
    #[error("the backup flag differs from the stored one")]
    Synced,
    /// No account has this passkey, or it belongs to another account.
    #[error("no account has this passkey")]
    Unknown,
    /// Its counter has not increased: the key has been cloned.
    #[error("the signature counter has not increased")]
    Counter,
}

impl PasskeyFault {
    /// Its stable code, used in messages and in the log.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Form => "passkey-form",
            Self::Kind => "passkey-kind",
            Self::Origin => "passkey-origin",
            Self::Host => "passkey-host",
            Self::Presence => "passkey-presence",
            Self::Verification => "passkey-verification",
            Self::Key => "passkey-key",
            Self::Signature => "passkey-signature",
            Self::Synced => "passkey-synced",
            Self::Unknown => "passkey-unknown",
            Self::Counter => "passkey-counter",
        }
    }
}
