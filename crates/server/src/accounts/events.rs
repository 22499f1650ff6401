//! What the log says of accounts: who signed in and who was refused, what opens an account and was changed, what ended, and who tries too
//! often. Each line has a word for programs (`event`), the network that the request came from, and the account by its id, which
//! `damier admin user` shows. None has a secret, and none has a name: whoever mistakes the fields types a password where the name belongs.
//! `docs/operating.md` lists the lines.

use damier_club::account::AccountId;

use crate::client::ClientNetwork;

/// By what somebody signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignInBy {
    Password,
    Passkey,
    /// A recovery code, or a code of an administrator.
    Code,
}

impl SignInBy {
    const fn word(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Passkey => "passkey",
            Self::Code => "code",
        }
    }
}

/// Something of an account has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    AccountMade,
    AccountDeleted,
    Password,
    RecoveryCodes,
    PasskeyAdded,
    PasskeyRemoved,
    TokenMade,
    TokenEnded,
    SessionEnded,
    OtherSessionsEnded,
}

impl Changed {
    const fn word(self) -> &'static str {
        match self {
            Self::AccountMade => "account-made",
            Self::AccountDeleted => "account-deleted",
            Self::Password => "password-changed",
            Self::RecoveryCodes => "recovery-codes-changed",
            Self::PasskeyAdded => "passkey-added",
            Self::PasskeyRemoved => "passkey-removed",
            Self::TokenMade => "token-made",
            Self::TokenEnded => "token-ended",
            Self::SessionEnded => "session-ended",
            Self::OtherSessionsEnded => "other-sessions-ended",
        }
    }
}

/// An id as it is logged, and as `damier admin user` shows it.
fn shown(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

/// Somebody has signed in.
pub(crate) fn signed_in(account: AccountId, by: SignInBy, from: ClientNetwork) {
    let (account, by) = (shown(account), by.word());
    tracing::info!(event = "signed-in", account, by, from = %from, "account");
}

/// Somebody was not let in, or has not shown again who he is; `account` is the one that was meant, where there is such a one.
pub(crate) fn refused(
    account: Option<AccountId>,
    by: SignInBy,
    why: &'static str,
    from: ClientNetwork,
) {
    let account = account.map_or_else(|| "none".to_owned(), shown);
    let by = by.word();
    tracing::warn!(event = "sign-in-refused", account, by, why, from = %from, "account");
}

/// Something of an account was changed.
pub(crate) fn changed(account: AccountId, what: Changed, from: ClientNetwork) {
    let account = shown(account);
    tracing::info!(event = what.word(), account, from = %from, "account");
}

/// A limit is reached: whoever comes from there waits.
pub(crate) fn limit_reached(limit: &'static str, from: ClientNetwork, wait_s: u64) {
    tracing::warn!(event = "limit-reached", limit, from = %from, wait_s, "account");
}
