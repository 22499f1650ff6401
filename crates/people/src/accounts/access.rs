//! Keys that open an account: sessions of devices and tokens of programs, with their expiry.

use crate::accounts::id::AccountId;
use crate::accounts::scope::Scopes;
use crate::plain_text::PlainLine;

/// How long an unused session stays valid, in milliseconds: 30 days.
pub const IDLE_MS: u64 = 30 * DAY_MS;

/// The longest life of a session, in milliseconds: half a year.
pub const LONGEST_MS: u64 = 182 * DAY_MS;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The label of a device or token in its owner's list.
pub type DeviceName = PlainLine<60>;

/// What a key permits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GrantKind {
    /// Everything: the account has signed in.
    Session,
    /// What its scopes permit, until it is revoked.
    Token(Scopes),
}

/// A key of an account, stored with the digest of its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountGrant {
    /// The account.
    pub account: AccountId,
    /// What it permits.
    pub kind: GrantKind,
    /// The label that its owner sees.
    pub device: DeviceName,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// When it was last used, rounded to some minutes.
    pub seen_ms: u64,
}

impl AccountGrant {
    /// Whether it is valid at this time. A token is valid until it is revoked.
    pub fn is_good_at(&self, now_ms: u64) -> bool {
        let younger = |since_ms: u64, than_ms| now_ms.saturating_sub(since_ms) < than_ms;
        match self.kind {
            GrantKind::Token(_) => true,
            GrantKind::Session => {
                younger(self.seen_ms, IDLE_MS) && younger(self.created_ms, LONGEST_MS)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(kind: GrantKind, created_ms: u64, seen_ms: u64) -> AccountGrant {
        AccountGrant {
            account: AccountId::from_bits(1),
            kind,
            device: DeviceName::default(),
            created_ms,
            seen_ms,
        }
    }

    #[test]
    fn a_session_expires_when_unused_and_after_its_maximum_age() {
        let session = |created_ms, seen_ms| grant(GrantKind::Session, created_ms, seen_ms);
        assert!(session(5, 5).is_good_at(4 + IDLE_MS));
        assert!(!session(5, 5).is_good_at(5 + IDLE_MS));
        assert!(session(0, LONGEST_MS - 1).is_good_at(LONGEST_MS - 1));
        assert!(!session(0, LONGEST_MS - 1).is_good_at(LONGEST_MS));
        assert!(session(9, 9).is_good_at(3), "a clock that was put back");
        assert!(grant(GrantKind::Token(Scopes::default()), 0, 0).is_good_at(u64::MAX));
    }
}
