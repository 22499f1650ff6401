//! Keys that open an account: sessions of devices and tokens of programs, with their expiry.

use std::fmt;

use damier_session::line;

use crate::accounts::id::AccountId;
use crate::accounts::scope::Scopes;

/// How long an unused session stays valid, in milliseconds: 30 days.
pub const IDLE_MS: u64 = 30 * DAY_MS;

/// The longest life of a session, in milliseconds: half a year.
pub const LONGEST_MS: u64 = 182 * DAY_MS;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The label of a device or token in its owner's list: one plain line, truncated if too long.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeviceName(String);

impl DeviceName {
    /// Its maximum length in characters.
    pub const MAX_CHARS: usize = 60;

    /// Normalises a text to a label. Never fails, since the text usually comes from a browser.
    ///
    /// ```
    /// use damier_people::accounts::DeviceName;
    /// assert_eq!(DeviceName::nearest(" Firefox,\n Linux ").as_str(), "Firefox, Linux");
    /// ```
    pub fn nearest(text: &str) -> DeviceName {
        let plain = text.chars().filter(|&letter| !line::is_forbidden(letter));
        let plain: String = plain.take(Self::MAX_CHARS).collect();
        let plain = plain.trim();
        DeviceName(if line::is_visible(plain) {
            plain.to_owned()
        } else {
            String::new()
        })
    }

    /// The text; may be empty.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

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

    #[test]
    fn a_device_name_is_one_short_line() {
        for text in ["", "\u{200b}", " \n ", "a\u{202e}b\0c", &"ä".repeat(9_000)] {
            let device = DeviceName::nearest(text);
            assert!(device.as_str().chars().count() <= DeviceName::MAX_CHARS);
            assert!(
                line::forbidden_char(device.as_str()).is_none(),
                "{device:?}"
            );
        }
    }
}
