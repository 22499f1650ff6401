//! Log lines about accounts: sign-ins and refusals, changed credentials and ended sessions. Each
//! line has a word for programs (`event`), the network of the request, and the account by its id,
//! which `damier admin user` shows. No line has a secret or a name, since users type passwords into
//! the name field. Refusals of one kind from one place are one line a minute, with the number of
//! those left out, so that attackers cannot fill the log. `docs/operating.md` lists the lines.

use damier_people::accounts::AccountId;

use crate::client::ClientNetwork;
use crate::limits::LogThrottle;

/// Method of a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
fn account_text(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

/// A successful sign-in.
pub(crate) fn signed_in(account: AccountId, by: SignInBy, from: ClientNetwork) {
    let (account, by) = (account_text(account), by.word());
    tracing::info!(event = "signed-in", account, by, from = %from, "account");
}

/// Something of an account was changed.
pub(crate) fn changed(account: AccountId, what: Changed, from: ClientNetwork) {
    let account = account_text(account);
    tracing::info!(event = what.word(), account, from = %from, "account");
}

/// Log lines about refused sign-ins.
#[derive(Debug, Default)]
pub(crate) struct Refusals(LogThrottle<(Option<AccountId>, SignInBy, &'static str, ClientNetwork)>);

impl Refusals {
    /// A refused sign-in or confirmation; `account` is the account of that name, if there is one.
    pub(crate) fn note(
        &self,
        account: Option<AccountId>,
        by: SignInBy,
        why: &'static str,
        from: ClientNetwork,
        now_ms: u64,
    ) {
        let Some(left_out) = self.0.due((account, by, why, from), now_ms) else {
            return;
        };
        let account = account.map_or_else(|| "none".to_owned(), account_text);
        let by = by.word();
        tracing::warn!(event = "sign-in-refused", account, by, why, from = %from, left_out, "account");
    }
}
