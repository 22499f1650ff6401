//! How names are compared: their folded form, their look-alikes, and the reserved ones.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

use crate::accounts::script::{as_it_looks, look_of, looks_like};

/// Reserved names in folded form. They are rejected, also with digits appended.
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

/// The most signs that one letter of a new name bears.
pub(super) const MOST_MARKS: usize = 2;

/// Whether a folded name is reserved.
pub(crate) fn is_reserved(folded: &str) -> bool {
    let word = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    RESERVED.iter().any(|reserved| looks_like(word, reserved))
}

/// Whether a name looks like a reserved one: `HeIp`, `adminʼ`.
pub(crate) fn seems_reserved(shown: &str) -> bool {
    let word = looks(shown.trim_end_matches(|c: char| !c.is_alphabetic()));
    RESERVED.iter().any(|reserved| word == looks(reserved))
}

/// Whether each letter of a name bears few signs, and nothing else does. The dot of Indian letters makes another letter, and is not counted.
pub(crate) fn bears_few_marks(shown: &str) -> bool {
    let mut marks = 0;
    let mut is_letter = false;
    for c in shown.nfc() {
        if is_combining_mark(c) {
            marks += usize::from(!matches!(c, '\u{93c}' | '\u{9bc}'));
            if !is_letter || marks > MOST_MARKS {
                return false;
            }
        } else {
            is_letter = c.is_alphabetic();
            marks = 0;
        }
    }
    true
}

/// Small letters and digits, without lines and blanks, and without the accents of Latin and Greek letters; Russian ё is е. Signs of other
/// scripts stay, since they make other letters: き is not ぎ. What looks alike is one (see [`as_it_looks`]).
pub(crate) fn fold(shown: &str) -> String {
    as_it_looks(&plain(shown, true))
}

/// How a name looks as it is written, without what [`fold`] leaves out.
pub(crate) fn looks(shown: &str) -> String {
    look_of(&plain(shown, false))
}

/// A text without lines and blanks, and without the accents of Latin and Greek letters; in small letters, or as it is.
fn plain(shown: &str, is_small: bool) -> String {
    let letters: Vec<char> = shown.nfkd().collect();
    let letters: Vec<char> = if is_small {
        let small = letters.into_iter().flat_map(char::to_lowercase);
        small.nfkd().collect()
    } else {
        letters
    };
    let mut plain = String::new();
    let mut base = None;
    for c in letters {
        if is_combining_mark(c) {
            let is_accent = base.is_none_or(|base: char| {
                matches!(base.script(), Script::Latin | Script::Greek)
                    || matches!((base, c), ('е' | 'Е', '\u{308}'))
            });
            if !is_accent {
                plain.push(c);
            }
        } else if c.is_alphanumeric() {
            plain.push(c);
            base = Some(c);
        }
    }
    plain.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::AccountName;
    use crate::accounts::script::is_letter;

    /// The letters of Cyrillic and Greek, with the Latin ones that the tables of Unicode say they look like.
    fn alike() -> Vec<(char, char)> {
        let seen = |c: char| unicode_security::skeleton(&c.to_string()).collect::<String>();
        let latin = ('A'..='Z').chain('a'..='z');
        let latin: Vec<_> = latin.map(|c| (c, seen(c))).collect();
        let others = ('\u{370}'..='\u{52f}').filter(|c| c.is_alphabetic());
        let with = |c| latin.iter().filter(move |(_, it)| *it == seen(c));
        others
            .flat_map(|c| with(c).map(move |(latin, _)| (c, *latin)))
            .collect()
    }

    #[test]
    fn no_letter_that_looks_latin_makes_a_second_name() {
        let pairs = alike();
        assert!(pairs.len() > 60, "{}", pairs.len());
        let mut given = 0;
        for (theirs, latin) in pairs {
            let name = |c: char| format!("{c}{c}").parse::<AccountName>();
            let Ok(theirs) = name(theirs) else {
                continue; // nobody is given such a name
            };
            given += 1;
            let latin = name(latin).unwrap();
            let is_one = theirs.folded() == latin.folded() || theirs.looks() == latin.looks();
            assert!(is_one, "{theirs} {latin}");
        }
        assert!(given > 40, "{given}");
    }

    /// Whoever types a name in capital letters of another alphabet has the name that these look like.
    #[test]
    fn a_capital_that_looks_latin_folds_to_the_latin_one() {
        let capitals = alike();
        let capitals = capitals.iter().filter(|(theirs, latin)| {
            theirs.is_uppercase() && latin.is_uppercase() && is_letter(*theirs)
        });
        let mut count = 0;
        for (theirs, latin) in capitals {
            count += 1;
            let text = |c: &char| format!("{c}{c}");
            assert_eq!(fold(&text(theirs)), fold(&text(latin)), "{theirs} {latin}");
            let small = text(theirs).to_lowercase();
            assert_eq!(fold(&small), fold(&text(latin)), "{small} {latin}");
        }
        assert!(count > 27, "{count}");
    }

    #[test]
    fn reserved_names_stand_as_they_fold() {
        for name in RESERVED {
            assert_eq!(fold(name), name);
        }
    }
}
