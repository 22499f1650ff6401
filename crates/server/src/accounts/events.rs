//! Log lines about accounts: sign-ins and refusals, changed credentials, ended sessions, and
//! reached limits. Each line has a word for programs (`event`), the network of the request, and the
//! account by its id, which `damier admin user` shows. No line has a secret or a name, since users
//! type passwords into the name field. Refusals of one kind from one place are one line a minute,
//! with the number of those left out, so that attackers cannot fill the log. `docs/operating.md`
//! lists the lines.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use damier_people::accounts::AccountId;

use super::fading::Fading;
use crate::client::ClientNetwork;

/// How long a refusal of the same kind is left out after a line, in milliseconds: a minute.
const BETWEEN_LINES_MS: u64 = 60 * 1_000;

/// How long it is remembered how many were left out, in milliseconds: an hour.
const LEFT_OUT_MS: u64 = 60 * 60 * 1_000;

/// Of how many kinds and places that is remembered.
const MOST_LINES: usize = 20_000;

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
fn shown(account: AccountId) -> String {
    format!("{:032x}", account.to_bits())
}

/// A successful sign-in.
pub(crate) fn signed_in(account: AccountId, by: SignInBy, from: ClientNetwork) {
    let (account, by) = (shown(account), by.word());
    tracing::info!(event = "signed-in", account, by, from = %from, "account");
}

/// Something of an account was changed.
pub(crate) fn changed(account: AccountId, what: Changed, from: ClientNetwork) {
    let account = shown(account);
    tracing::info!(event = what.word(), account, from = %from, "account");
}

/// The lines about those who were not let in.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Seldom<(Option<AccountId>, SignInBy, &'static str, ClientNetwork)>);

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
        let Some(left_out) = self.0.due(&(account, by, why, from), now_ms) else {
            return;
        };
        let account = account.map_or_else(|| "none".to_owned(), shown);
        let by = by.word();
        tracing::warn!(event = "sign-in-refused", account, by, why, from = %from, left_out, "account");
    }
}

/// The lines about limits that are reached.
#[derive(Debug, Default)]
pub(crate) struct LimitLines(Seldom<(&'static str, ClientNetwork)>);

impl LimitLines {
    /// A limit is reached: clients from there have to wait.
    pub(crate) fn reached(
        &self,
        limit: &'static str,
        from: ClientNetwork,
        wait_s: u64,
        now_ms: u64,
    ) {
        if let Some(left_out) = self.0.due(&(limit, from), now_ms) {
            tracing::warn!(event = "limit-reached", limit, from = %from, wait_s, left_out, "account");
        }
    }
}

/// Lines of which one of each kind is written a minute.
#[derive(Debug)]
struct Seldom<Kind>(Mutex<Fading<Kind, Last>>);

/// The last line of a kind.
#[derive(Debug, Default)]
struct Last {
    at_ms: Option<u64>,
    /// How many were left out since.
    left_out: u64,
}

impl<Kind: Eq + Hash + Clone> Default for Seldom<Kind> {
    fn default() -> Self {
        Self(Mutex::new(Fading::new(LEFT_OUT_MS, MOST_LINES)))
    }
}

impl<Kind: Eq + Hash + Clone> Seldom<Kind> {
    /// Whether a line is due, and how many were left out since the last one.
    fn due(&self, kind: &Kind, now_ms: u64) -> Option<u64> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = kept.note(kind, now_ms);
        let is_due = |at_ms: u64| now_ms.saturating_sub(at_ms) >= BETWEEN_LINES_MS;
        if last.at_ms.is_none_or(is_due) {
            last.at_ms = Some(now_ms);
            return Some(std::mem::take(&mut last.left_out));
        }
        last.left_out += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_a_kind_in_a_minute_which_says_what_was_left_out() {
        let lines = Seldom::default();
        assert_eq!(lines.due(&"a", 0), Some(0));
        // Ten in a second, for a minute.
        let more = (1..600).filter(|tenth| lines.due(&"a", tenth * 100).is_some());
        assert_eq!(more.count(), 0);
        assert_eq!(lines.due(&"b", 100), Some(0));
        assert_eq!(lines.due(&"a", 60_000), Some(599));
        assert_eq!(lines.due(&"a", 119_999), None);
        assert_eq!(lines.due(&"a", 200_000), Some(1));
    }
}
