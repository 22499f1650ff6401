//! A password before it is hashed: how long it must be, and nothing about which characters are in it. Made by the server from a body.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::accounts::common_passwords;
use crate::accounts::name::AccountName;

/// The fewest characters of a password.
pub const MIN_PASSWORD: usize = 8;

/// The most characters of a password: enough for whole sentences, and not for keeping a server busy.
pub const MAX_PASSWORD: usize = 128;

/// A password that may be set: 8 to 128 characters of any kind. It is not written into logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// A password as it was typed. Letters with accents count the same however a keyboard sends them.
    ///
    /// # Errors
    /// Why it may not be set.
    ///
    /// ```
    /// use damier_people::accounts::{Password, PasswordError};
    ///
    /// let name = "Awa".parse()?;
    /// assert!(Password::new("un cheval bleu", &name).is_ok());
    /// assert_eq!(Password::new("short", &name).err(), Some(PasswordError::Length));
    /// # Ok::<(), damier_people::accounts::AccountNameError>(())
    /// ```
    pub fn new(typed: &str, name: &AccountName) -> Result<Password, PasswordError> {
        let password = Password::typed(typed).ok_or(PasswordError::Length)?;
        let small = password.0.to_lowercase();
        let mut letters: Vec<char> = small.chars().collect();
        let steps: Vec<i64> = letters
            .windows(2)
            .map(|two| i64::from(u32::from(two[1])) - i64::from(u32::from(two[0])))
            .collect();
        let is_a_row = steps
            .iter()
            .all(|step| *step == steps[0] && step.abs() <= 1);
        letters.sort_unstable();
        letters.dedup();
        let is_easy = is_a_row
            || letters.len() < 3
            || small.trim_end_matches(|c: char| c.is_ascii_digit()) == name.folded()
            || common_passwords::are_tried_first(&small)
            || "123456789012345678901234567890".contains(&small);
        if is_easy {
            return Err(PasswordError::Easy);
        }
        Ok(password)
    }

    /// A password that somebody types to sign in; `None` where no account has one of this length.
    pub fn typed(text: &str) -> Option<Password> {
        // Only as much is looked at as could be a password.
        let most = 4 * MAX_PASSWORD;
        let typed: String = text.chars().take(most + 1).nfc().collect();
        let fits = (MIN_PASSWORD..=MAX_PASSWORD).contains(&typed.chars().count());
        fits.then_some(Password(typed))
    }

    /// What is hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a text is no password that may be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PasswordError {
    /// It is too short or too long.
    #[error("a password has {MIN_PASSWORD} to {MAX_PASSWORD} characters, of any kind")]
    Length,
    /// It is among those that are tried first: the name, one character again and again, a row, one that many have, a word of this place.
    #[error("this password is among those that are tried first")]
    Easy,
}

impl PasswordError {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            PasswordError::Length => "password-length",
            PasswordError::Easy => "password-easy",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(text: &str) -> Result<Password, PasswordError> {
        Password::new(text, &"Awa-Diop".parse().unwrap())
    }

    #[test]
    fn length_is_all_that_is_asked() {
        for good in [
            "aabbccdx", // not aabbccdd, which is one of the 3,000 commonest
            "        x y",
            "пароль-пароль",
            "🏆🏆🏆🏆🏆🥇🥈🥉",
            "32-28 19-23",
        ] {
            assert!(set(good).is_ok(), "{good}");
        }
        assert!(set(&"ab c".repeat(32)).is_ok());
        for bad in [
            "",
            "1234567",
            "ééééééé",
            &"ab c".repeat(33),
            &"x".repeat(1_000_000),
        ] {
            assert_eq!(set(bad), Err(PasswordError::Length));
        }
    }

    #[test]
    fn what_is_tried_first_is_refused() {
        for easy in [
            "aaaaaaaa",
            "abababab",
            "12345678",
            "87654321",
            "1234567890",
            "abcdefgh",
            "Password",
            "MOTDEPASSE",
            "awadiop",
            "AwaDiop1",
            "AWADIOP2026",
            // The first and the last of the list, and one of its middle.
            "!qaz2wsx",
            "ZZ8807zpl",
            "Mercedes",
            // One of the list, or a word that many begin with, and a few digits or signs behind it.
            "football2026!",
            "Azerty1234",
            "doudou75",
            "marseille13",
            "welkom01",
            // What this place is called, and the game.
            "damier2026",
            "Draughts!",
            "jeudedames",
            "dammen123",
        ] {
            let expected = if easy.len() < MIN_PASSWORD {
                PasswordError::Length
            } else {
                PasswordError::Easy
            };
            assert_eq!(set(easy), Err(expected), "{easy}");
        }
    }

    #[test]
    fn an_accent_is_the_same_however_it_is_sent() {
        assert_eq!(
            set("e\u{301}tude en e\u{301}te\u{301}"),
            set("étude en été")
        );
        assert!(!format!("{:?}", set("étude en été")).contains("tude"));
    }

    proptest! {
        #[test]
        fn nothing_panics_and_what_was_set_can_be_typed(text in ".{0,200}") {
            if let Ok(password) = set(&text) {
                prop_assert_eq!(Password::typed(&text), Some(password));
            }
        }
    }
}
