//! Rejects common passwords (OWASP ASVS 5.0, 6.2.4): the ten thousand most common ones of eight or
//! more characters in leaked lists, common first words of passwords in our languages, and words of
//! this project (6.1.2, 6.2.11). Used by [`crate::accounts::Password::new`].
//!
//! The list is that of `@zxcvbn-ts/language-common` 4.1.3 (licence in `data/`): the 10,000 most
//! frequent entries of eight or more ASCII characters, in lower case and sorted by bytes.

use std::sync::LazyLock;

/// The list: one password a line, sorted.
static LIST: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("../../data/common-passwords.txt")
        .lines()
        .collect()
});

/// Common first words that the mostly English list lacks: French, Dutch, Portuguese and Russian
/// ones, and keyboard rows.
const FIRST_WORDS: [&str; 40] = [
    "amour",
    "azerty",
    "azertyuiop",
    "bienvenue",
    "bonjour",
    "camille",
    "chocolat",
    "chouchou",
    "coucou",
    "doudou",
    "jetaime",
    "jetaimemonamour",
    "loulou",
    "maison",
    "marseille",
    "montagne",
    "motdepasse",
    "nicolas",
    "paris",
    "princesse",
    "qwerty",
    "qwertz",
    "secret",
    "soleil",
    "vacances",
    "amsterdam",
    "hallo",
    "welkom",
    "wachtwoord",
    "passwort",
    "password",
    "welcome",
    "admin",
    "administrator",
    "senha",
    "mudar",
    "parol",
    "privet",
    "dakar",
    "senegal",
];

/// Names of this program and of the game.
const PROGRAM_NAMES: [&str; 14] = [
    "checkers",
    "dame",
    "dames",
    "damier",
    "dammen",
    "dambord",
    "damspel",
    "draughts",
    "draught",
    "internationaldraughts",
    "jeudedames",
    "lesdames",
    "shashki",
    "slagzet",
];

/// Whether a password in lower case is a common one, also with digits and signs appended.
pub(super) fn are_tried_first(small: &str) -> bool {
    let is_behind = |c: char| c.is_ascii_digit() || c.is_ascii_punctuation();
    let beginning = small.trim_end_matches(is_behind);
    [small, beginning].iter().any(|text| {
        LIST.binary_search(text).is_ok()
            || FIRST_WORDS.contains(text)
            || PROGRAM_NAMES.contains(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_entry_is_found() {
        assert!(LIST.len() >= 3_000, "as many as ASVS requires");
        assert!(LIST.is_sorted_by(|one, next| one < next));
        for line in LIST.iter().copied() {
            assert!(line.len() >= crate::accounts::MIN_PASSWORD, "{line}");
            assert_eq!(line, line.to_lowercase());
            assert!(are_tried_first(line), "{line}");
        }
    }

    #[test]
    fn other_passwords_are_not_found() {
        for other in [
            "",
            "\n",
            "passwor",
            "password\n12345678",
            "~~~~~~~~~~~~",
            "a",
            "zzzzzzzzzzz",
        ] {
            assert!(!are_tried_first(other), "{other:?}");
        }
        for good in [
            "un cheval bleu",
            "damier et soleil",
            "32-28 19-23",
            "2026",
            "",
        ] {
            assert!(!are_tried_first(good), "{good:?}");
        }
    }
}
