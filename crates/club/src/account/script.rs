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

/// Whether a name may have this letter, or this sign that belongs to a letter.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
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

/// Whether a text without any Latin letter looks as if it were written in them, as `Сара` does.
pub(crate) fn looks_latin(text: &str) -> bool {
    in_latin(text).is_some()
}

/// The Latin letters that a text could be taken for, in small or in capital letters: `capa` for `сара`, `bepa` for `вера`, since `ВЕРА` could.
/// Answered in small letters, and only where there are such for every letter. Digits stay what they are.
pub(crate) fn latin_twin(text: &str) -> Option<String> {
    [text.to_lowercase(), text.to_uppercase()]
        .iter()
        .find_map(|text| in_latin(text))
        .map(|text| text.to_lowercase())
}

fn in_latin(text: &str) -> Option<String> {
    if text.is_ascii() || text.chars().any(|c| c.script() == Script::Latin) {
        return None;
    }
    let mut seen = String::new();
    for c in text.chars() {
        // A zero is no O here, since names differ by their digits.
        if c.is_ascii() {
            seen.push(c);
            continue;
        }
        let like: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        if !like.is_ascii() {
            return None;
        }
        seen.extend(like.chars().filter(char::is_ascii_alphanumeric));
    }
    Some(seen)
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
        for (text, twin) in [
            ("сара", "capa"),
            ("вера", "bepa"),
            ("нот10", "hot10"),
            ("ґ0", "r0"),
        ] {
            assert_eq!(latin_twin(text).as_deref(), Some(twin), "{text}");
            assert_eq!(latin_twin(&text.to_uppercase()).as_deref(), Some(twin));
        }
        for text in ["сергей", "sara", "yıldız", "7", ""] {
            assert_eq!(latin_twin(text), None, "{text}");
        }
    }
}
