//! The name of an account: what everybody sees, and what it folds to, so that nobody passes for another by an accent or a capital.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

use super::script::{
    as_it_looks, begins_a_name, is_letter, is_of_one_script, looks_latin, looks_like,
};

/// The fewest characters of a name.
pub const MIN_ACCOUNT_NAME: usize = 2;

/// The most characters of a name.
pub const MAX_ACCOUNT_NAME: usize = 20;

/// Names that seem to speak for the house, as they fold. Nobody gets them, alone or with digits behind.
const RESERVED: [&str; 38] = [
    "abuse",
    "admin",
    "administrateur",
    "administrator",
    "anonyme",
    "anonymous",
    "arbiter",
    "arbitre",
    "bot",
    "club",
    "computer",
    "damier",
    "deleted",
    "deletedplayer",
    "engine",
    "gast",
    "guest",
    "help",
    "house",
    "invite",
    "login",
    "maison",
    "me",
    "mod",
    "moderateur",
    "moderator",
    "moteur",
    "nobody",
    "null",
    "official",
    "officiel",
    "operator",
    "ordinateur",
    "root",
    "security",
    "support",
    "system",
    "undefined",
];

/// The name of an account: 2 to 20 letters of one script, with or without accents, digits, and single `-` or `_` between them; a letter
/// first.
///
/// ```
/// use damier_club::account::AccountName;
///
/// let name: AccountName = "Zoé_Le-Goff".parse()?;
/// assert_eq!(name.as_str(), "Zoé_Le-Goff");
/// assert_eq!(name.folded(), "zoelegoff");
/// assert!("Admin".parse::<AccountName>().is_err());
/// # Ok::<(), damier_club::account::AccountNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AccountName {
    shown: String,
    folded: String,
}

impl AccountName {
    /// As it is shown.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// What it folds to: small letters and digits, without accents and lines. No two accounts have the same.
    pub fn folded(&self) -> &str {
        &self.folded
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Why a text is not the name of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AccountNameError {
    /// It is too short or too long.
    #[error("a name has {MIN_ACCOUNT_NAME} to {MAX_ACCOUNT_NAME} characters, but found {found}")]
    Length {
        /// Its characters.
        found: usize,
    },
    /// It has something else than letters, digits and lines in it.
    #[error("a name has letters, digits, - and _, but found {found:?}")]
    Letter {
        /// The first character that no name has.
        found: char,
    },
    /// It mixes letters of several scripts, or small and capital letters so that it looks as if it were written in Latin ones.
    #[error("a name is written in the letters of one script")]
    Script,
    /// It begins with no letter, ends with a line, or has two lines in a row.
    #[error("a name begins with a letter, and - and _ stand alone between letters or digits")]
    Form,
    /// It seems to speak for the house.
    #[error("this name is not given to anybody")]
    Reserved,
}

impl AccountNameError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            AccountNameError::Length { .. } => "name-length",
            AccountNameError::Letter { .. } => "name-letter",
            AccountNameError::Script => "name-script",
            AccountNameError::Form => "name-form",
            AccountNameError::Reserved => "name-reserved",
        }
    }
}

impl FromStr for AccountName {
    type Err = AccountNameError;

    fn from_str(text: &str) -> Result<AccountName, AccountNameError> {
        // A keyboard may send an accent as a character of its own. Only as much is looked at as could be a name.
        let most = 4 * MAX_ACCOUNT_NAME;
        let shown: String = text.chars().take(most + 1).nfc().collect();
        let found = shown.chars().count();
        if !(MIN_ACCOUNT_NAME..=MAX_ACCOUNT_NAME).contains(&found) {
            return Err(AccountNameError::Length {
                found: text.chars().count(),
            });
        }
        if let Some(found) = shown.chars().find(|&c| !is_letter(c) && !is_other(c)) {
            return Err(AccountNameError::Letter { found });
        }
        let folded = fold(&shown);
        if !is_of_one_script(&shown) || (looks_latin(&shown) && !folded.is_ascii()) {
            return Err(AccountNameError::Script);
        }
        let ends_well = shown.starts_with(begins_a_name) && !shown.ends_with(is_line);
        if !ends_well || shown.split(is_line).any(str::is_empty) {
            return Err(AccountNameError::Form);
        }
        if is_reserved(&folded) {
            return Err(AccountNameError::Reserved);
        }
        Ok(AccountName { shown, folded })
    }
}

/// Whether a folded name seems to speak for the house.
pub(crate) fn is_reserved(folded: &str) -> bool {
    let word = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    RESERVED.iter().any(|reserved| looks_like(word, reserved))
}

fn is_line(c: char) -> bool {
    matches!(c, '-' | '_')
}

fn is_other(c: char) -> bool {
    c.is_ascii_digit() || is_line(c)
}

/// Small letters and digits, without lines and blanks, and without the accents of Latin and Greek letters; Russian ё is е. Signs of other
/// scripts stay, since they make other letters: き is not ぎ. What looks alike is one (see [`as_it_looks`]).
pub(crate) fn fold(shown: &str) -> String {
    let mut folded = String::new();
    let mut base = None;
    for c in shown.nfkd().flat_map(char::to_lowercase).nfkd() {
        if is_combining_mark(c) {
            let is_accent = base.is_none_or(|base: char| {
                matches!(base.script(), Script::Latin | Script::Greek)
                    || (base, c) == ('е', '\u{308}')
            });
            if !is_accent {
                folded.push(c);
            }
        } else if c.is_alphanumeric() {
            folded.push(c);
            base = Some(c);
        }
    }
    as_it_looks(&folded.nfc().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(text: &str) -> String {
        text.parse::<AccountName>().unwrap().folded().to_owned()
    }

    #[test]
    fn names_of_many_places_are_names() {
        for good in [
            "Awa",
            "Zoé",
            "Ł-ukasz",
            "Ton_64",
            "Jörg-Åge",
            "ĐorđeŽ",
            "a1",
            "Straße",
            "abcdefghijklmnopqrst",
            "Сергей",
            "Андрій_64",
            "Өнөрбат",
            "Γιώργος",
            "王伟",
            "さくら-7",
            "김민준",
        ] {
            let name: AccountName = good.parse().unwrap();
            assert_eq!(name.to_string(), good);
        }
    }

    #[test]
    fn an_accent_a_capital_and_a_line_make_no_other_name() {
        for (one, other) in [
            ("Zoé", "ZOE"),
            ("Zoe\u{301}", "zoé"),
            ("Le-Goff", "LeGoff"),
            ("le_goff", "Le-Goff"),
            ("İda", "ida"),
            ("СЕРГЕЙ", "Сергей"),
            ("Ёлка", "елка"),
            ("Вера", "вера"),
            ("Вера", "Bepa"),
            ("Сара", "capa"),
            ("ロロ", "口口"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        for (one, other) in [
            ("Awa1", "Awa2"),
            ("だいき", "たいき"),
            ("パパ", "ババ"),
            ("Андрей", "Андреи"),
            ("Київ", "Киів"),
            ("ม้า", "มา"),
        ] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }

    #[test]
    fn what_is_no_name_says_why() {
        let code = |text: &str| text.parse::<AccountName>().map_err(|error| error.code());
        for short in ["", "a", "abcdefghijklmnopqrstu", &"x".repeat(100_000)] {
            assert_eq!(code(short), Err("name-length"), "{}", short.len());
        }
        for letter in [
            "a b",
            "Awa!",
            "שלום",
            "a×b",
            "a\u{200b}b",
            "a\u{202e}b",
            "ab\0",
            "a.b",
        ] {
            assert_eq!(code(letter), Err("name-letter"), "{letter:?}");
        }
        for script in ["аwa", "Cергей", "王伟a", "ВАг"] {
            assert_eq!(code(script), Err("name-script"), "{script}");
        }
        for form in ["-ab", "ーあ", "ab-", "a--b", "a-_b", "1ab", "_1"] {
            assert_eq!(code(form), Err("name-form"), "{form}");
        }
        for reserved in [
            "Admin",
            "ADMIN7",
            "a-d_min",
            "Àdmin",
            "ВОТ-7",
            "admın",
            "Damıer",
            "b0t",
            "deleted_player7",
            "Modérateur",
        ] {
            assert_eq!(code(reserved), Err("name-reserved"), "{reserved}");
        }
    }

    #[test]
    fn reserved_names_stand_as_they_fold() {
        for name in RESERVED {
            assert_eq!(fold(name), name);
        }
    }

    proptest! {
        #[test]
        fn nothing_panics_and_a_name_reads_again(text in ".{0,30}|[A-Za-zÀ-ž0-9_-]{0,24}|[А-яёїґ0-9_-]{0,24}|[ぁ-ん一-十]{0,12}") {
            if let Ok(name) = text.parse::<AccountName>() {
                prop_assert_eq!(name.as_str().parse(), Ok(name.clone()));
                prop_assert!(!name.folded().is_empty());
                // Folding the folded text changes nothing: so the same name is always found.
                prop_assert_eq!(fold(name.folded()), name.folded());
            }
        }
    }
}
