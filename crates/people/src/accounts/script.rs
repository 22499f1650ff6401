//! In which letters a name may be written: those of one script that is read from left to right. So nobody passes for another by letters that
//! look alike in two of them.

use unicode_script::{Script, UnicodeScript};
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// Scripts in which names may be written. Those that are read from right to left would change the order of what stands beside them.
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

/// A vowel of Thai that Unicode writes as two signs and every keyboard as one.
const SARA_AM: char = '\u{e33}';

/// What the skeleton of a capital I is, and of every letter that looks like one.
const LOOK_OF_I: &str = "l";

/// What the skeleton of letters is that are signs between others, as the ʼ of Hawaii.
const APOSTROPHE: &str = "'";

/// Whether a name may have this letter, or this sign that belongs to a letter.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    if c == SARA_AM {
        return true;
    }
    // Signs that several scripts share, such as the one that lengthens a vowel of kana, have no script of their own.
    let script = c.script();
    let is_known = SCRIPTS.contains(&script)
        || matches!(script, Script::Inherited | Script::Common)
            && SCRIPTS
                .iter()
                .any(|&known| c.script_extension().contains_script(known) && is_part_of_a_word(c));
    is_known && c.identifier_allowed() && (c.is_alphabetic() || is_part_of_a_word(c))
}

/// Signs that are no letters and belong to one: accents, signs for vowels, the one that takes a vowel away.
fn is_part_of_a_word(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || c.is_alphabetic()
}

/// Whether a text is written in letters of one script; in Japan and Korea several are one.
pub(crate) fn is_of_one_script(text: &str) -> bool {
    text.is_ascii() || text.is_single_script()
}

/// Whether a name may begin with this letter: not with one that belongs to another before it, as the sign that lengthens a vowel of kana does.
pub(crate) fn begins_a_name(c: char) -> bool {
    is_letter(c) && !matches!(c.script(), Script::Common | Script::Inherited)
}

/// Whether a text without any Latin letter looks as if it were written in them, as `Сара` does.
pub(crate) fn looks_latin(text: &str) -> bool {
    let has_latin = text.chars().any(|c| c.script() == Script::Latin);
    !has_latin && !text.is_ascii() && skeleton(text).all(|c| c.is_ascii())
}

/// A text in which Latin letters stand beside others, with Latin ones in the place of those that look like them: `Awa` for `Аwa`.
pub(crate) fn latin_among(text: &str) -> String {
    if !text.chars().any(|c| c.script() == Script::Latin) {
        return text.to_owned();
    }
    let mut seen = String::new();
    for c in text.chars() {
        let like: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        if !c.is_ascii() && like == LOOK_OF_I && !c.is_lowercase() {
            seen.push('I');
        } else if !c.is_ascii() && like.chars().all(|c| c.is_ascii_alphanumeric()) {
            seen.push_str(&like);
        } else {
            seen.push(c);
        }
    }
    seen
}

/// A text in small letters with each letter in the place of those that look like it: letters whose capitals look like Latin ones become those, and
/// what is written alike in Chinese and Japanese becomes one. So `вера`, `ВЕРА` and `bepa` are one, and so are `ロ` and `口`. A text with Latin
/// letters stays as it is, and so do digits. A part of a text becomes the same part.
pub(crate) fn as_it_looks(text: &str) -> String {
    if text.is_ascii() || text.chars().any(|c| c.script() == Script::Latin) {
        return text.to_owned();
    }
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        let capital: String = c.to_uppercase().collect();
        let like: String = skeleton(&capital).collect();
        if c.is_ascii() {
            seen.push(c);
        } else if like == LOOK_OF_I {
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

/// Whether a text is one letter. What looks like a bracket, or like a letter and its sign, stands for no other letter.
fn is_one_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphanumeric) && letters.next().is_none()
}

/// How a text looks as it is written, in small letters: each letter is what it is taken for, so `Paul` and `PauI` are one, `Piet` and `Pıet`, `แมว` and
/// `เเมว`. Only `m` stays another letter than `rn`, since many people are called by either. Signs between letters are left out.
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

/// The letters of a text, with a tone of Thai behind the ring of a vowel, wherever it was typed: both are drawn in the same way.
fn in_thai_order(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    for at in 1..letters.len() {
        if let [tone @ '\u{e48}'..='\u{e4b}', ring @ '\u{e4d}'] = &letters[at - 1..=at] {
            (letters[at - 1], letters[at]) = (*ring, *tone);
        }
    }
    letters
}

/// Whether a text in small letters looks like another one, also by Latin letters that only look like the usual ones (`ı` for `i`), and digits.
pub(crate) fn looks_like(text: &str, other: &str) -> bool {
    let seen = |text: &str| skeleton(text).collect::<String>().to_lowercase();
    seen(text) == seen(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_many_scripts_are_letters_and_other_signs_are_not() {
        for c in "aZéłșəğếЖїөΩՀქ王あカー한कাก".chars() {
            assert!(is_letter(c), "{c:?} {:?}", c.script());
        }
        for c in "7-_ .×÷\u{200b}\u{200d}\u{202e}\u{feff}٣№™ｅ𝐚♠😀שع".chars() {
            assert!(!is_letter(c), "{c:?}");
        }
    }

    #[test]
    fn letters_that_look_latin_become_so_among_latin_ones() {
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
    fn what_could_be_taken_for_latin_is_found() {
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
            assert_eq!(as_it_looks(text), seen, "{text}");
            assert_eq!(as_it_looks(seen), seen, "{text}");
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
