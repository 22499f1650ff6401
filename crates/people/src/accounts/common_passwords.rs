//! Rejects common passwords (OWASP ASVS 5.0, 6.2.4): the ten thousand most common ones of eight or
//! more characters in leaked lists, common first words of passwords in our languages, and words of
//! this project (6.1.2, 6.2.11). Used by [`crate::accounts::Password::new`].
//!
//! The list is that of `@zxcvbn-ts/language-common` 4.1.3 (licence in `data/`): the 10,000 most
//! frequent entries of eight or more ASCII characters, in lower case and sorted by bytes.

/// The list: one password a line, sorted, with a final line break.
const LIST: &str = include_str!("../../data/common-passwords.txt");

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
    [small, beginning]
        .into_iter()
        .any(|text| is_listed(text) || FIRST_WORDS.contains(&text) || PROGRAM_NAMES.contains(&text))
}

/// Whether the list has this line.
fn is_listed(text: &str) -> bool {
    let (list, text) = (LIST.as_bytes(), text.as_bytes());
    // Both indices are starts of lines; the binary search keeps the target between them.
    let (mut from, mut to) = (0, list.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let before = &list[from..middle];
        let begins = before.iter().rposition(|byte| *byte == b'\n');
        let begins = begins.map_or(from, |at| from + at + 1);
        let length = list[begins..].iter().position(|byte| *byte == b'\n');
        let ends = length.map_or(list.len(), |length| begins + length);
        match text.cmp(&list[begins..ends]) {
            std::cmp::Ordering::Equal => return !text.is_empty(),
            std::cmp::Ordering::Less => to = begins,
            std::cmp::Ordering::Greater => from = ends + 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_entry_is_found() {
        let lines: Vec<&str> = LIST.lines().collect();
        assert!(
            lines.len() >= 3_000,
            "as many as ASVS requires: {}",
            lines.len()
        );
        assert!(LIST.ends_with('\n') && lines.is_sorted());
        let all: BTreeSet<_> = lines.iter().collect();
        assert_eq!(all.len(), lines.len(), "each stands once");
        for line in lines {
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
            assert!(!is_listed(other), "{other:?}");
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

    proptest! {
        #[test]
        fn the_search_agrees_with_a_set(text in "[a-z0-9]{1,4}|[!-~]{0,12}|\\PC{0,9}", at in 0..10_000_usize, cut in 0..12_usize) {
            let all: BTreeSet<&str> = LIST.lines().collect();
            prop_assert_eq!(is_listed(&text), all.contains(text.as_str()));
            let line = LIST.lines().nth(at).unwrap_or_default();
            let part = line.get(..cut).unwrap_or(line);
            prop_assert_eq!(is_listed(part), all.contains(part));
        }
    }
}
