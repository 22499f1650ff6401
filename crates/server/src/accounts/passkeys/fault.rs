//! Why a passkey's response is rejected.

/// Why a response is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasskeyFault {
    /// A part is malformed or too long.
    #[error("a part of the answer is not in its form")]
    Form,
    /// It responds to another kind of challenge.
    #[error("it answers a question of another kind")]
    Kind,
    /// It was made on another site's page, or in its frame.
    #[error("it was made on another page than this server's")]
    Origin,
    /// It was made for another server.
    #[error("it was made for another server")]
    Host,
    /// No user presence.
    #[error("no user was present at the device")]
    Presence,
    /// The user was not verified.
    #[error("the device has not verified its owner")]
    Verification,
    /// The key is invalid, or of an unsupported kind.
    #[error("its key is none, or of a kind that is not taken")]
    Key,
    /// The signature is not that of the key.
    #[error("it is not signed by this passkey")]
    Signature,
    /// Its backup flag differs from the one stored.
    #[error("it has changed whether it can be copied to other devices")]
    Synced,
    /// No account has this passkey, or it belongs to another account.
    #[error("no account has this passkey")]
    Unknown,
    /// Its counter has not increased: the key has been cloned.
    #[error("its counter has not increased")]
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
