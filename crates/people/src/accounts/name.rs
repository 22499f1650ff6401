//! The name of an account, and the keys by which look-alike names are rejected.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization;

use crate::accounts::name_keys::{
    MAX_MARKS, bears_few_marks, fold, is_reserved, look_alike_key, seems_reserved,
};
use crate::accounts::script::{begins_a_name, is_letter, is_of_one_script, looks_latin};

/// The minimum length of a name in characters.
pub const MIN_ACCOUNT_NAME: usize = 2;

/// The maximum length of a name in characters.
pub const MAX_ACCOUNT_NAME: usize = 20;

/// The name of an account: 2 to 20 letters of one script, with or without accents, digits, and
/// single `-` or `_` between them, beginning with a letter.
///
/// ```
/// use damier_people::accounts::AccountName;
///
/// let name: AccountName = "Zoé_Le-Goff".parse()?;
/// assert_eq!(name.as_str(), "Zoé_Le-Goff");
/// assert_eq!(name.folded(), "zoelegoff");
/// assert!("Admin".parse::<AccountName>().is_err());
/// # Ok::<(), damier_people::accounts::AccountNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AccountName {
    shown: String,
    folded: String,
}

impl AccountName {
    /// The name as displayed.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The folded name: lower-case letters and digits, without accents and separators. Unique.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// The look-alike key of the name: `Paul` and `PauI` have the same, as have `Piet` and `Pıet`.
    /// Unique.
    pub fn look_alike_key(&self) -> String {
        look_alike_key(&self.shown)
    }

    /// Checks the stricter rules for new accounts. Existing accounts may have names that break
    /// them.
    ///
    /// ```
    /// use damier_people::accounts::AccountName;
    ///
    /// let name: AccountName = "HeIp".parse()?;
    /// assert!(name.for_a_new_account().is_err());
    /// # Ok::<(), damier_people::accounts::AccountNameError>(())
    /// ```
    ///
    /// # Errors
    /// [`AccountNameError::Reserved`] if it could be mistaken for an administrator;
    /// [`AccountNameError::Form`] if it ends with an invisible sign, or has combining marks without
    /// a letter or more than two on one letter.
    pub fn for_a_new_account(self) -> Result<AccountName, AccountNameError> {
        if self.shown.ends_with(is_faint) || !bears_few_marks(&self.shown) {
            return Err(AccountNameError::Form);
        }
        if seems_reserved(&self.shown) {
            return Err(AccountNameError::Reserved);
        }
        Ok(self)
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Why a text cannot be the name of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AccountNameError {
    /// It is too short or too long.
    #[error("a name has {MIN_ACCOUNT_NAME} to {MAX_ACCOUNT_NAME} characters, but found {found}")]
    Length {
        /// Its length in characters.
        found: usize,
    },
    /// It contains something other than letters, digits, `-` and `_`.
    #[error("a name has letters, digits, - and _, but found {found:?}")]
    Letter {
        /// The first invalid character.
        found: char,
    },
    /// It mixes letters of several scripts, or mixes cases so that it looks like Latin script.
    #[error("a name is written in the letters of one script")]
    Script,
    /// It does not begin with a letter, ends with a separator, has two separators in a row, or has
    /// combining marks without a letter.
    #[error(
        "a name begins with a letter, - and _ stand alone between letters or digits, and a letter has at most {MAX_MARKS} diacritics"
    )]
    Form,
    /// It could be mistaken for an administrator.
    #[error("this name is reserved")]
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
        // A keyboard may send an accent as a combining mark. Only a bounded prefix is normalised.
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

/// Modifier letters, as in Hawaiian, that are invisible at the end of a name.
fn is_faint(c: char) -> bool {
    matches!(c, '\u{2bb}' | '\u{2bc}')
}

fn is_line(c: char) -> bool {
    matches!(c, '-' | '_')
}

fn is_other(c: char) -> bool {
    c.is_ascii_digit() || is_line(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn folded(text: &str) -> String {
        text.parse::<AccountName>().unwrap().folded().to_owned()
    }

    #[test]
    fn names_of_many_languages_are_valid() {
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
    fn names_that_differ_in_case_accents_or_hyphens_are_equal() {
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
            ("TINA", "ΤΙΝΑ"),
            ("tina", "Τινα"),
            ("ICE", "ІСЕ"),
            ("OI", "ОІ"),
            ("pic", "ріс"),
            ("АӀИ", "аӏи"),
            ("ลำดวน", "ลํ\u{e32}ดวน"),
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
    fn an_invalid_name_gives_a_reason() {
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
    fn look_alike_names_of_one_script_are_equal() {
        let look_alike_key = |text: &str| text.parse::<AccountName>().unwrap().look_alike_key();
        for (one, other) in [
            ("Piet", "Pıet"),
            ("Paul", "PauI"),
            ("Ida", "lda"),
            ("แมว", "เเมว"),
            ("आशा", "अाशा"),
            ("น้ำ", "น\u{e4d}\u{e49}า"),
            ("Zoé", "Zoe"),
            ("Ton1", "Tonl"),
        ] {
            assert_eq!(look_alike_key(one), look_alike_key(other), "{one} {other}");
        }
        for (one, other) in [("Marnie", "Mamie"), ("だいき", "たいき"), ("Awa1", "Awa2")] {
            assert_ne!(look_alike_key(one), look_alike_key(other), "{one} {other}");
        }
    }

    #[test]
    fn a_new_name_keeps_stricter_rules() {
        let given = |text: &str| {
            let name = text.parse::<AccountName>()?;
            name.for_a_new_account().map(|name| name.to_string())
        };
        for good in [
            "Awa",
            "Kaʻa",
            "น้ำ",
            "ลำดวน",
            "ที่รัก",
            "बड़ों",
            "Zoé-7",
            "Việt",
            "Андрій",
        ] {
            assert_eq!(given(good).as_deref(), Ok(good));
        }
        for form in ["Awaʼ", "Awaʻ", "अ-ा", "क7ा", "กก\u{e49}\u{e49}\u{e49}"] {
            assert_eq!(given(form), Err(AccountNameError::Form), "{form}");
        }
        for reserved in ["HeIp", "CIub", "adʼmin", "HeIp7", "MODERAT0R-1"] {
            assert_eq!(
                given(reserved),
                Err(AccountNameError::Reserved),
                "{reserved}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_handled_and_a_name_reads_back(text in ".{0,30}|[A-Za-zÀ-ž0-9_-]{0,24}|[А-яёїґ0-9_-]{0,24}|[ぁ-ん一-十]{0,12}") {
            if let Ok(name) = text.parse::<AccountName>() {
                prop_assert_eq!(name.as_str().parse(), Ok(name.clone()));
                prop_assert!(!name.folded().is_empty());
                // Folding the folded text changes nothing: so the same name is always found.
                prop_assert_eq!(fold(name.folded()), name.folded());
                prop_assert!(!name.look_alike_key().is_empty());
            }
        }
    }
}
