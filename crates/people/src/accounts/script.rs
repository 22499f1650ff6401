//! Scripts in which a name may be written: one script, read from left to right, so that look-alike
//! letters of other scripts cannot imitate a name.

use unicode_script::{Script, UnicodeScript};
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// Scripts in which names may be written. Right-to-left scripts would reorder the text around the
/// name.
const SCRIPTS: [Script; 16] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Greek,
    Script::Armenian,
    Script::Georgian,
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Hangul,
    Script::Bopomofo,
    Script::Devanagari,
    Script::Bengali,
    Script::Tamil,
    Script::Sinhala,
    Script::Thai,
    Script::Ethiopic,
];

/// Scripts whose letters look like those of each other.
const EAST_ASIAN: [Script; 5] = [
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Bopomofo,
    Script::Common,
];

/// The Thai vowel sara am, which Unicode may decompose and keyboards send as one character.
const SARA_AM: char = '\u{e33}';

/// The Unicode skeleton of a capital I and of every letter that looks like it.
const CAPITAL_I_SKELETON: &str = "l";

/// The Unicode skeleton of signs between letters, such as the Hawaiian ʼ.
const APOSTROPHE: &str = "'";

/// Whether a name may contain this letter or combining mark.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    if c == SARA_AM {
        return true;
    }
    // Characters that several scripts share, such as the prolonged sound mark of kana, have no
    // script of their own.
    let script = c.script();
    let is_known = SCRIPTS.contains(&script)
        || matches!(script, Script::Inherited | Script::Common)
            && SCRIPTS
                .iter()
                .any(|&known| c.script_extension().contains_script(known) && is_part_of_a_word(c));
    is_known && c.identifier_allowed() && (c.is_alphabetic() || is_part_of_a_word(c))
}

/// Combining marks of letters: accents, vowel signs, viramas.
fn is_part_of_a_word(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || c.is_alphabetic()
}

/// Whether a text is written in one script; Japanese and Korean use several as one.
pub(crate) fn is_of_one_script(text: &str) -> bool {
    text.is_ascii() || text.is_single_script()
}

/// Whether a name may begin with this letter: not with one that modifies the letter before it, such
/// as the prolonged sound mark of kana.
pub(crate) fn begins_a_name(c: char) -> bool {
    is_letter(c) && !matches!(c.script(), Script::Common | Script::Inherited)
}

/// Whether a text without Latin letters looks like Latin script, as `Сара` does.
pub(crate) fn looks_latin(text: &str) -> bool {
    let has_latin = text.chars().any(|c| c.script() == Script::Latin);
    !has_latin && !text.is_ascii() && skeleton(text).all(|c| c.is_ascii())
}

/// In a text with Latin and other letters, replaces those that look Latin by Latin ones: `Awa` for
/// `Аwa`.
pub(crate) fn latin_among(text: &str) -> String {
    if !text.chars().any(|c| c.script() == Script::Latin) {
        return text.to_owned();
    }
    let mut seen = String::new();
    for c in text.chars() {
        let like: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        if !c.is_ascii() && like == CAPITAL_I_SKELETON && !c.is_lowercase() {
            seen.push('I');
        } else if !c.is_ascii() && like.chars().all(|c| c.is_ascii_alphanumeric()) {
            seen.push_str(&like);
        } else {
            seen.push(c);
        }
    }
    seen
}

/// A text in lower case with look-alike letters replaced: letters whose capitals look Latin become
/// Latin, and look-alikes of Chinese and Japanese become one. So `вера`, `ВЕРА` and `bepa` are
/// equal, and so are `ロ` and `口`. Texts with Latin letters and digits stay as they are. A substring
/// maps to a substring.
pub(crate) fn fold_look_alikes(text: &str) -> String {
    if text.is_ascii() || text.chars().any(|c| c.script() == Script::Latin) {
        return text.to_owned();
    }
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        let capital: String = c.to_uppercase().collect();
        let like: String = skeleton(&capital).collect();
        if c.is_ascii() {
            seen.push(c);
        } else if like == CAPITAL_I_SKELETON {
            seen.push('i');
        } else if like.chars().all(|c| c.is_ascii_alphanumeric()) {
            seen.push_str(&like.to_lowercase());
        } else if EAST_ASIAN.contains(&c.script()) && is_one_letter(&like) {
            seen.push_str(&like);
        } else {
            seen.push(c);
        }
    }
    seen
}

/// Whether a text is one letter. A confusable that is a bracket or a letter with a mark is not
/// mapped.
fn is_one_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphanumeric) && letters.next().is_none()
}

/// The look-alike key of a text, in lower case: `Paul` and `PauI` are equal, as are `Piet` and
/// `Pıet`, `แมว` and `เเมว`. `m` and `rn` stay different, since many names contain either. Signs
/// between letters are left out.
pub(crate) fn look_of(text: &str) -> String {
    let mut look = String::with_capacity(text.len());
    for c in in_thai_order(text) {
        let like: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        let is_part = c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c);
        if !is_part || like == APOSTROPHE {
            continue;
        }
        match like.strip_prefix("rn") {
            Some(rest) => {
                look.push('m');
                look.push_str(rest);
            }
            None => look.push_str(&like),
        }
    }
    look.to_lowercase()
}

/// The letters of a text with a Thai tone mark after the nikhahit, wherever it was typed: both
/// orders look the same.
fn in_thai_order(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    for at in 1..letters.len() {
        if let [tone @ '\u{e48}'..='\u{e4b}', ring @ '\u{e4d}'] = &letters[at - 1..=at] {
            (letters[at - 1], letters[at]) = (*ring, *tone);
        }
    }
    letters
}

/// Whether a lower-case text looks like another one, also by Latin look-alikes (`ı` for `i`) and
/// digits.
pub(crate) fn looks_like(text: &str, other: &str) -> bool {
    let seen = |text: &str| skeleton(text).collect::<String>().to_lowercase();
    seen(text) == seen(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_many_scripts_are_accepted_and_other_signs_rejected() {
        for c in "aZéłșəğếЖїөΩՀქ王あカー한कাก".chars() {
            assert!(is_letter(c), "{c:?} {:?}", c.script());
        }
        for c in "7-_ .×÷\u{200b}\u{200d}\u{202e}\u{feff}٣№™ｅ𝐚♠😀שع".chars() {
            assert!(!is_letter(c), "{c:?}");
        }
    }

    #[test]
    fn latin_look_alikes_are_folded_among_latin_letters() {
        for (text, expected) in [
            ("Аwa", "Awa"),
            ("Вera 2", "Bera 2"),
            ("Ánna", "Ánna"),
            ("Вера", "Вера"),
            ("王a", "王a"),
            ("m0", "m0"),
            ("Іda", "Ida"),
            ("Тіm", "Tim"),
        ] {
            assert_eq!(latin_among(text), expected);
        }
    }

    #[test]
    fn one_name_has_one_script() {
        for text in [
            "Zoé-7",
            "Сергей",
            "Андрій_2",
            "さくらサクラ桜",
            "김민준",
            "王伟",
            "Γιώργος",
        ] {
            assert!(is_of_one_script(text), "{text}");
        }
        for text in ["аwa", "Cергей", "Γιώrgos", "王伟a"] {
            assert!(!is_of_one_script(text), "{text}");
        }
    }

    #[test]
    fn names_that_look_latin_are_found() {
        for text in ["Сара", "Вера", "аре", "ΑΒΕ", "СОТ-7"] {
            assert!(looks_latin(text), "{text}");
        }
        for text in ["Sara", "Zoé", "Yıldız", "Сергей", "вера", "王伟"] {
            assert!(!looks_latin(text), "{text}");
        }
        for (text, seen) in [
            ("сара", "capa"),
            ("вера", "bepa"),
            ("нот10", "hot10"),
            ("сергей", "cepгeй"),
            ("ґ0", "ґ0"),
            ("ロロ", "口口"),
            ("くが", "くが"),
            ("kā", "kā"),
            ("7", "7"),
            ("тіна", "tiha"),
            ("τινα", "tina"),
            ("ӏ", "i"),
        ] {
            assert_eq!(fold_look_alikes(text), seen, "{text}");
            assert_eq!(fold_look_alikes(seen), seen, "{text}");
        }
        for (text, other) in [
            ("PauI", "Paul"),
            ("Pıet", "piet"),
            ("adminʼ", "admin"),
            ("b0t", "BOT"),
            ("แมว", "เเมว"),
            ("น\u{e49}\u{e4d}า", "น\u{e4d}\u{e49}า"),
            ("आ", "अा"),
            ("ονα", "ova"),
            ("гога", "rora"),
        ] {
            assert_eq!(look_of(text), look_of(other), "{text} {other}");
        }
        for (text, other) in [
            ("mimi", "rnirni"),
            ("ノア", "ア"),
            ("くに", "に"),
            ("ม้า", "มา"),
        ] {
            assert_ne!(look_of(text), look_of(other), "{text} {other}");
        }
        assert!(looks_like("admın", "admin") && !looks_like("admins", "admin"));
        assert!(begins_a_name('ア') && !begins_a_name('ー') && !begins_a_name('7'));
    }
}
