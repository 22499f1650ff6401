//! The name of a club and its folded key, which keeps look-alike names from being used twice.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::accounts::{
    bears_few_marks, fold, is_letter, is_of_one_script, is_reserved, look_alike_key, looks_latin,
    seems_reserved,
};

/// The minimum number of letters and digits of a name.
pub const MIN_CLUB_NAME: usize = 3;

/// The maximum length of a name in characters.
pub const MAX_CLUB_NAME: usize = 40;

/// The name of a club: letters of one script, digits, and single spaces, `-`, `.`, `&` and
/// apostrophes between them.
///
/// ```
/// use damier_people::clubs::ClubName;
///
/// let name: ClubName = "Damier Club de l'Étoile".parse()?;
/// assert_eq!(name.as_str(), "Damier Club de l’Étoile");
/// assert_eq!(name.key().as_str(), "damierclubdeletoile");
/// assert!("Admin".parse::<ClubName>().is_err());
/// # Ok::<(), damier_people::clubs::ClubNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ClubName {
    display: String,
    key: ClubKey,
}

/// The folded name of a club: lower-case letters and digits. Unique, and used in the club's
/// address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubKey(String);

impl ClubKey {
    /// The key from an address or a typed name; `None` if no club can have it.
    pub fn of(text: &str) -> Option<ClubKey> {
        let most = 4 * MAX_CLUB_NAME;
        (text.chars().take(most + 1).count() <= most)
            .then(|| fold(text))
            .filter(|folded| !folded.is_empty())
            .map(ClubKey)
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClubKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ClubName {
    /// The name as displayed.
    pub fn as_str(&self) -> &str {
        &self.display
    }

    /// Its folded key.
    pub fn key(&self) -> &ClubKey {
        &self.key
    }
}

impl fmt::Display for ClubName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.display)
    }
}

/// Why a text cannot be the name of a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClubNameError {
    /// It is too short or too long.
    #[error(
        "the name of a club has at least {MIN_CLUB_NAME} letters and at most {MAX_CLUB_NAME} characters, but found {found}"
    )]
    Length {
        /// Its length in characters.
        found: usize,
    },
    /// It contains a character that is not allowed.
    #[error(
        "the name of a club has letters, digits, spaces, - . & and apostrophes, but found {found:?}"
    )]
    Letter {
        /// The first invalid character.
        found: char,
    },
    /// It mixes letters of several scripts, or mixes cases so that it looks like Latin script.
    #[error("the name of a club is written in the letters of one script")]
    Script,
    /// It does not begin with a letter or digit, has two spaces or signs in a row, or has combining
    /// marks without a letter.
    #[error(
        "the name of a club begins with a letter or a digit, has no two spaces or signs in a row, and a letter has at most two diacritics"
    )]
    Form,
    /// It could be mistaken for an administrator.
    #[error("this club name is reserved")]
    Reserved,
}

impl ClubNameError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            ClubNameError::Length { .. } => "club-name-length",
            ClubNameError::Letter { .. } => "club-name-letter",
            ClubNameError::Script => "club-name-script",
            ClubNameError::Form => "club-name-form",
            ClubNameError::Reserved => "club-name-reserved",
        }
    }
}

impl FromStr for ClubName {
    type Err = ClubNameError;

    fn from_str(text: &str) -> Result<ClubName, ClubNameError> {
        let text = text.trim();
        let most = 4 * MAX_CLUB_NAME;
        let display = text.chars().take(most + 1).nfc();
        let display: String = display.map(|c| if c == '\'' { '’' } else { c }).collect();
        let found = display.chars().count();
        if found > MAX_CLUB_NAME {
            return Err(ClubNameError::Length {
                found: text.chars().count(),
            });
        }
        if let Some(found) = display.chars().find(|&c| !is_word(c) && !is_between(c)) {
            return Err(ClubNameError::Letter { found });
        }
        let folded = fold(&display);
        if !is_of_one_script(&display)
            || (looks_latin(&display) && !looks_as_it_folds(&display, &folded))
        {
            return Err(ClubNameError::Script);
        }
        if folded.chars().count() < MIN_CLUB_NAME || !folded.chars().any(char::is_alphabetic) {
            return Err(ClubNameError::Length { found });
        }
        // A sign may precede a space, as in "Dr. Sijbrands", and "&" may have spaces on both sides.
        let letters: Vec<char> = display.chars().collect();
        let twice = letters.windows(2).any(|pair| match pair {
            [' ', '&'] | ['&' | '.', ' '] => false,
            [one, other] => is_between(*one) && is_between(*other),
            _ => false,
        });
        if !display.starts_with(is_word) || twice || !bears_few_marks(&display) {
            return Err(ClubNameError::Form);
        }
        if is_reserved(&folded) || seems_reserved(&display) {
            return Err(ClubNameError::Reserved);
        }
        Ok(ClubName {
            display,
            key: ClubKey(folded),
        })
    }
}

/// Whether a name that looks Latin also folds to what it looks like: not `ονα`, which looks like
/// `ova` and folds to `ona`.
fn looks_as_it_folds(display: &str, folded: &str) -> bool {
    let look = |text: &str| look_alike_key(text).replace('i', "l"); // a capital I looks like an l
    folded.is_ascii() && look(display) == look(folded)
}

fn is_word(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}

fn is_between(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '&' | '’')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_clubs_are_valid() {
        for good in [
            "Damier Lyonnais",
            "D.C. Bamako",
            "Schaak & Dam",
            "64 Zürich",
            "De Schijf-Hoek",
            "Dam",
            "Шашечный клуб Дамка",
        ] {
            let name: ClubName = good.parse().expect(good);
            assert_eq!(name.as_str(), good);
        }
        let one: ClubName = "Étoile du Nord".parse().expect("a name");
        let other: ClubName = "etoile-du.nord".parse().expect("a name");
        assert_eq!(one.key(), other.key());
        assert_eq!(ClubKey::of("ÉTOILE DU NORD").as_ref(), Some(one.key()));
        assert_eq!(ClubKey::of(" – "), None);
        assert_eq!(ClubKey::of(&"x".repeat(100_000)), None);
    }

    #[test]
    fn an_invalid_name_gives_a_reason() {
        let code = |text: &str| text.parse::<ClubName>().map_err(|error| error.code());
        for length in [
            "",
            "ab",
            "a b",
            "123",
            &"x".repeat(41),
            &"x".repeat(100_000),
        ] {
            assert_eq!(code(length), Err("club-name-length"), "{}", length.len());
        }
        for letter in ["a\nbc", "a\u{202e}bc", "abc\u{200b}", "abc<b>", "ab\0c"] {
            assert_eq!(code(letter), Err("club-name-letter"), "{letter:?}");
        }
        for script in ["Клуб Damka", "Сaрах", "ονα", "ВАг"] {
            assert_eq!(code(script), Err("club-name-script"), "{script}");
        }
        for form in ["-abc", "abc  def", "abc--def", "’abc", "กก7\u{e49}"] {
            assert_eq!(code(form), Err("club-name-form"), "{form}");
        }
        for reserved in ["Damier", "Admin 7", "sup-port", "Club 1", "HeIp", "CIub 1"] {
            assert_eq!(code(reserved), Err("club-name-reserved"), "{reserved}");
        }
    }

    #[test]
    fn a_look_alike_name_makes_no_second_club() {
        let key = |text: &str| text.parse::<ClubName>().expect(text).key().clone();
        for (one, other) in [
            ("ICE CAT", "ІСЕ САТ"),
            ("TINA", "ΤΙΝΑ"),
            ("Pic", "ріс"),
            ("АӀИ", "аӏи"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_handled_and_a_name_reads_back(text in ".{0,50}|[A-Za-zÀ-ž0-9 &.'-]{0,45}") {
            if let Ok(name) = text.parse::<ClubName>() {
                prop_assert_eq!(name.as_str().parse(), Ok(name.clone()));
                prop_assert_eq!(ClubKey::of(name.as_str()), Some(name.key().clone()));
                prop_assert_eq!(ClubKey::of(name.key().as_str()), Some(name.key().clone()));
            }
        }
    }
}
