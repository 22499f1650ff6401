//! What opens an account and is kept: sessions of devices, and tokens of programs. The server asks here whether one is still good.

use std::fmt;

use damier_session::line;

use crate::accounts::id::AccountId;
use crate::accounts::scope::Scopes;

/// How long a session lasts while nobody uses it, in milliseconds: 30 days.
pub const IDLE_MS: u64 = 30 * DAY_MS;

/// How long a session lasts at most, in milliseconds: half a year.
pub const LONGEST_MS: u64 = 182 * DAY_MS;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// A word for a device or a token, by which its owner knows it in a list: one plain line, cut off where it is too long.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DeviceName(String);

impl DeviceName {
    /// The most characters of it.
    pub const MOST: usize = 60;

    /// The nearest such word to a text. Nothing is refused, since the text mostly comes from a browser.
    ///
    /// ```
    /// use damier_people::accounts::DeviceName;
    /// assert_eq!(DeviceName::nearest(" Firefox,\n Linux ").as_str(), "Firefox, Linux");
    /// ```
    pub fn nearest(text: &str) -> DeviceName {
        let plain = text.chars().filter(|&letter| !line::is_forbidden(letter));
        let plain: String = plain.take(Self::MOST).collect();
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

/// What a key gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GrantKind {
    /// Everything: somebody has signed in.
    Session,
    /// What its scopes say, until it is ended.
    Token(Scopes),
}

/// A key of an account, as it is kept beside the digest of its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountGrant {
    /// Whose it is.
    pub account: AccountId,
    /// What it gives.
    pub kind: GrantKind,
    /// By what its owner knows it.
    pub device: DeviceName,
    /// When it was made, in Unix milliseconds.
    pub created_ms: u64,
    /// When it was last used, not to the minute.
    pub seen_ms: u64,
}

impl AccountGrant {
    /// Whether it is good at this moment. A token is good until it is ended.
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
    fn a_session_ends_when_nobody_uses_it_and_in_any_case() {
        let session = |created_ms, seen_ms| grant(GrantKind::Session, created_ms, seen_ms);
        assert!(session(5, 5).is_good_at(4 + IDLE_MS));
        assert!(!session(5, 5).is_good_at(5 + IDLE_MS));
        assert!(session(0, LONGEST_MS - 1).is_good_at(LONGEST_MS - 1));
        assert!(!session(0, LONGEST_MS - 1).is_good_at(LONGEST_MS));
        assert!(session(9, 9).is_good_at(3), "a clock that was put back");
        assert!(grant(GrantKind::Token(Scopes::default()), 0, 0).is_good_at(u64::MAX));
    }

    #[test]
    fn whatever_a_browser_calls_itself_is_one_short_line() {
        for text in ["", "\u{200b}", " \n ", "a\u{202e}b\0c", &"ä".repeat(9_000)] {
            let device = DeviceName::nearest(text);
            assert!(device.as_str().chars().count() <= DeviceName::MOST);
            assert!(
                line::forbidden_char(device.as_str()).is_none(),
                "{device:?}"
            );
        }
    }
}
