//! A password before hashing: bounds of its length and a list of common ones; any characters are
//! allowed.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::accounts::common_passwords;
use crate::accounts::name::AccountName;

/// The minimum length of a password in characters.
pub const MIN_PASSWORD: usize = 8;

/// The maximum length of a password in characters: enough for sentences, and bounded work for the
/// server.
pub const MAX_PASSWORD: usize = 128;

/// A password that may be set: 8 to 128 characters of any kind. Its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Checks a typed password. Unicode is normalised, so it matches however a keyboard encodes
    /// accents.
    ///
    /// # Errors
    /// Why it is rejected.
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

    /// A password typed to sign in; `None` if no account can have one of this length.
    pub fn typed(text: &str) -> Option<Password> {
        // Only a bounded prefix is normalised.
        let most = 4 * MAX_PASSWORD;
        let typed: String = text.chars().take(most + 1).nfc().collect();
        let fits = (MIN_PASSWORD..=MAX_PASSWORD).contains(&typed.chars().count());
        fits.then_some(Password(typed))
    }

    /// The bytes to hash.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PasswordError {
    /// It is too short or too long.
    #[error("a password has {MIN_PASSWORD} to {MAX_PASSWORD} characters, of any kind")]
    Length,
    /// It is easy to guess: the name, one repeated character, a sequence, a common password, a word
    /// of this project.
    #[error("this password is too common")]
    Easy,
}

impl PasswordError {
    /// Its stable code in messages.
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
    fn only_the_length_of_a_password_is_restricted() {
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
    fn common_passwords_are_rejected() {
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
            // A listed password or common first word followed by digits or signs.
            "football2026!",
            "Azerty1234",
            "doudou75",
            "marseille13",
            "welkom01",
            // Names of this program and of the game.
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
    fn equivalent_encodings_of_an_accent_are_equal() {
        assert_eq!(
            set("e\u{301}tude en e\u{301}te\u{301}"),
            set("étude en été")
        );
        assert!(!format!("{:?}", set("étude en été")).contains("tude"));
    }

    proptest! {
        #[test]
        fn any_text_is_handled_and_a_set_password_is_accepted(text in ".{0,200}") {
            if let Ok(password) = set(&text) {
                prop_assert_eq!(Password::typed(&text), Some(password));
            }
        }
    }
}
