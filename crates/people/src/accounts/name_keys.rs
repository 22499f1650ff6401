//! How names are compared: their folded form, their look-alikes, and the reserved ones.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

use crate::accounts::script::{fold_look_alikes, latin_among, look_of, looks_like};

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

/// The maximum number of combining marks on a letter of a new name.
pub(super) const MAX_MARKS: usize = 2;

/// Whether a folded name is reserved.
pub(crate) fn is_reserved(folded: &str) -> bool {
    let word = folded.trim_end_matches(|c: char| c.is_ascii_digit());
    RESERVED.iter().any(|reserved| looks_like(word, reserved))
}

/// Whether a name looks like a reserved one: `HeIp`, `adminʼ`.
pub(crate) fn seems_reserved(shown: &str) -> bool {
    let word = look_alike_key(shown.trim_end_matches(|c: char| !c.is_alphabetic()));
    RESERVED
        .iter()
        .any(|reserved| word == look_alike_key(reserved))
}

/// Whether no letter of a name has too many combining marks. The nukta of Indic scripts makes
/// another letter and is not counted.
pub(crate) fn bears_few_marks(shown: &str) -> bool {
    let mut marks = 0;
    let mut is_letter = false;
    for c in shown.nfc() {
        if is_combining_mark(c) {
            marks += usize::from(!matches!(c, '\u{93c}' | '\u{9bc}'));
            if !is_letter || marks > MAX_MARKS {
                return false;
            }
        } else {
            is_letter = c.is_alphabetic();
            marks = 0;
        }
    }
    true
}

/// Lower-case letters and digits, without separators and spaces, and without accents of Latin and
/// Greek letters; Russian ё becomes е. Marks of other scripts stay, since they make other letters:
/// き is not ぎ. Look-alike letters become one (see [`fold_look_alikes`]).
pub(crate) fn fold(shown: &str) -> String {
    fold_look_alikes(&plain(shown, true))
}

/// The look-alike key of a name, without what [`fold`] leaves out.
pub(crate) fn look_alike_key(shown: &str) -> String {
    look_of(&plain(shown, false))
}

/// Look-alike keys of the free name of a guest: the one that an account of this name would have,
/// and the one of a name that it imitates in a small size, with `rn` for `m` or `vv` for `w`.
pub(crate) fn guest_look_alike_keys(name: &str) -> [String; 2] {
    let look = look_alike_key(&latin_among(name));
    let imitated = look.replace("rn", "m").replace("vv", "w");
    [look, imitated]
}

/// Whether two free names can be mistaken for each other: `Awa` and `AWA`, `PauI` and `Paul`, `Jan`
/// and `J an`, `Emma` and `Ernma`. Names without a letter are compared by their signs.
pub fn are_alike(one: &str, other: &str) -> bool {
    let folded = |text: &str| fold(&latin_among(text));
    let [one_folded, other_folded] = [one, other].map(folded);
    if one_folded.is_empty() || other_folded.is_empty() {
        return one.trim() == other.trim();
    }
    let look = |text: &str| {
        let [_, imitated] = guest_look_alike_keys(text);
        imitated
    };
    one_folded == other_folded || look(one) == look(other)
}

/// A text without separators, spaces and accents of Latin and Greek letters, optionally in lower
/// case.
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

    /// Cyrillic and Greek letters with the Latin letters that Unicode's confusables table maps them
    /// to.
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
    fn a_look_alike_letter_makes_no_second_name() {
        let pairs = alike();
        assert!(pairs.len() > 60, "{}", pairs.len());
        let mut given = 0;
        for (theirs, latin) in pairs {
            let name = |c: char| format!("{c}{c}").parse::<AccountName>();
            let Ok(theirs) = name(theirs) else {
                continue; // reserved
            };
            given += 1;
            let latin = name(latin).unwrap();
            let is_one = theirs.folded() == latin.folded()
                || theirs.look_alike_key() == latin.look_alike_key();
            assert!(is_one, "{theirs} {latin}");
        }
        assert!(given > 40, "{given}");
    }

    /// Capitals of another alphabet that look Latin fold to the Latin letters.
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
    fn free_names_that_look_the_same_are_alike() {
        for (one, other) in [
            ("Awa", "AWA"),
            ("Jan Peters", "JanPeters"),
            ("Paul", "PauI"),
            ("Lola", "1o1a"),
            ("Otto", "0tto"),
            ("Emma", "Ernma"),
            ("Willem", "VViIlern"),
            ("Awa", "\u{410}wa"),
            ("Awa", "\u{ff21}-w\u{430}"),
            ("Вера", "Bepa"),
            ("Zoé", "Zoe\u{301}"),
            ("\u{1f44d}", "\u{1f44d} "),
        ] {
            assert!(are_alike(one, other), "{one} {other}");
            assert!(are_alike(other, one), "{other} {one}");
        }
        for (one, other) in [
            ("Awa", "Awa 2"),
            ("Paul", "Paula"),
            ("\u{1f44d}", "\u{1f44e}"),
            ("\u{738b}", "\u{674e}"),
        ] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_guest_has_the_keys_of_the_accounts_that_the_name_imitates() {
        for (guest, account) in [
            ("Martin", "Martin"),
            ("rnartin", "Martin"),
            ("PauI", "Paul"),
            ("Marnie", "Marnie"),
            ("Marnie", "Mamie"),
            ("Ton Sijbrands", "Ton_Sijbrands"),
            ("VVillem", "Willem"),
        ] {
            let account: AccountName = account.parse().unwrap();
            let keys = guest_look_alike_keys(guest);
            assert!(
                keys.contains(&account.look_alike_key()),
                "{guest}: {keys:?}"
            );
        }
    }

    #[test]
    fn reserved_names_are_written_in_folded_form() {
        for name in RESERVED {
            assert_eq!(fold(name), name);
        }
    }
}
